"""Two kinds of session, and no skip that goes unnoticed.

`pytest` alone checks every shape annotation of the library while it runs the unmarked
tests. `pytest -m MARKER` runs marked tests with those checks off, as users run them.
"""

import os

import pytest
from jaxtyping import install_import_hook

AS_USERS_RUN = ("unhooked", "notebooks", "browser", "grading", "mutants")


def pytest_configure(config):
    if not config.option.markexpr:
        config.option.markexpr = " and ".join(f"not {m}" for m in AS_USERS_RUN)
        install_import_hook("transformer_lib", "beartype.beartype")


@pytest.fixture(autouse=True)
def environment():
    """Fail a test that changes a variable of the environment for those after it.

    Libraries may add variables of their own.
    """
    before = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
    yield
    assert {name: os.environ.get(name) for name in before} == before


def refuse_skip(report):
    """Turn a skip into a failure, with its reason, where everything is installed."""
    if report.skipped and os.environ.get("CI") == "true":
        reason = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI=true forbids: {reason}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    refuse_skip((yield).get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    refuse_skip((yield).get_result())
