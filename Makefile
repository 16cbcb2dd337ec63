# The only list of commands. Each one first prepares what it needs, see .ci/setup.
# PYTHON=... names the Python (3.11 to 3.13) from which .venv is made.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

START := $(shell date +%s)
TOOK = $$(($$(date +%s) - $(START))) s

NOTEBOOKS = $(wildcard book/*.ipynb solutions/*/*.ipynb exercises/*/*.ipynb)
STRIP = nbstripout --keep-id --extra-keys metadata.language_info
DEVICE ?= cpu
PORT ?= 8000

# The project's own tools and settings only, whatever the shell it is called from.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export OMP_NUM_THREADS ?= 1
export IPYTHONDIR := $(CURDIR)/.venv/settings/ipython
export JUPYTER_CONFIG_DIR := $(CURDIR)/.venv/settings/jupyter
export MPLCONFIGDIR := $(CURDIR)/.venv/settings/matplotlib
export JUPYTER_PLATFORM_DIRS := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1

.PHONY: help book test exercises drift grade kill-matrix claims-negative mutants parity \
	bench notebooks translate train ablations runs lint format pins serve lab clean setup setup-test

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-16s %s\n", $$1, $$2}' Makefile

book: setup ## Build the book; open _build/html/index.html
	@jupyter-book build . -n -W --keep-going
	@echo "The book is at _build/html/index.html ($(TOOK))"

test: setup-test ## Check everything, and print what each step took
	@coverage erase
	@STARTED=$(START) python tests/run.py

exercises: setup ## Make exercises/ anew from solutions/
	@python -m transformer_grading.instructor.release

drift: setup ## Check that exercises/ is what solutions/ gives
	@python -m transformer_grading.instructor.release --check

grade: setup ## Grade the project's sample submissions and write their feedback
	@transformer-grade samples
	@transformer-grade grade

kill-matrix: setup ## Try every known mistake on the graders, and write the summaries; NN=02 for one
	@transformer-grade matrix --write tests/proofs/kill_matrix $(if $(NN),--only $(NN))

claims-negative: setup ## Make each claim fail, try 20 seeds; NN=03 for one lesson, ALL=1 for old ones too
	@python tests/claims_negative.py $(if $(NN),--only $(NN)) $(if $(ALL),--all)

mutants: setup-test ## Put known mistakes into copies of the library, and write what its tests say
	@cd tests && python -m mutants --jobs $$(nproc) --write proofs/mutants.txt

parity: setup ## Compare the library with PyTorch's own layers and print the differences
	@cd tests && python -m parity

bench: setup ## Time the library beside its peers, and write benchmarks/README.md
	@python -m benchmarks --write

notebooks: setup ## Execute every lesson and solution; DEVICE=cuda for a GPU
	@python book/_ext/execution.py --device $(DEVICE)

train: setup ## Train a translator, half an hour or so; ARGS="--help" for the choices
	@python -m transformer_lib.training --out $(or $(OUT),_build/training) $(ARGS)

translate: setup ## Translate; TEXT="Open the file." BEAMS=1 for greedy, OUT=_build/training for your own model
	@python -m transformer_lib.decoding --beams $(or $(BEAMS),4) \
		$(if $(OUT),--model $(OUT)/model) \
		"$${TEXT:?say what: make translate TEXT=\"Open the file.\"}"

ablations: setup ## Train Transformers that lack one thing each, two hours; goes on where it was stopped
	@python book/_ext/ablations.py $(ARGS)

runs: setup ## Make the long sweeps of a lesson anew; NN=03, or of all lessons
	@python book/_ext/remake.py $(NN)

lint: setup ## Check style, types, import order, spelling, workflows, stripped notebooks
	@failed=0; for check in \
		"ruff format --check ." \
		"ruff check ." \
		"mypy" \
		"lint-imports --no-logo" \
		"typos" \
		"python tests/spelling.py" \
		"check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml" \
		"$(STRIP) --verify $(NOTEBOOKS)"; \
	do bash -c "$$check" || failed=1; done; exit $$failed

format: setup ## Format code and notebooks, and strip outputs
	@ruff check --fix --quiet . ; ruff format --quiet .
	@$(STRIP) $(NOTEBOOKS)

pins: setup ## Write the tested versions to requirements.txt; UPGRADE=--upgrade for new ones
	@.ci/pins $(UPGRADE)

serve: setup ## Serve the built book on this machine only; PORT=8000
	@python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

lab: setup ## Open JupyterLab here
	@jupyter lab

clean: ## Remove what was built; keep .venv
	@rm -rf _build build dist .coverage* .pytest_cache .mypy_cache .ruff_cache \
		.import_linter_cache

setup:
	@.ci/setup

setup-test:
	@.ci/setup g++ python-dev bubblewrap chromium
