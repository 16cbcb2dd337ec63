"""What a kernel says on its way down stays off the instructor's terminal."""

import asyncio
import sys
from pathlib import Path

import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager

from transformer_grading.instructor.runner import QuietKernelManager

NOISE = [sys.executable, "-c", "import os; os.write(2, b'noise')"]


async def run(manager: AsyncKernelManager) -> None:
    """Start a kernel that only makes noise, and wait for its end."""
    manager._kernel_spec = KernelSpec(argv=NOISE)
    await manager.start_kernel()
    assert manager.provisioner is not None
    await manager.provisioner.wait()
    await manager.cleanup_resources()


@pytest.mark.parametrize(
    ("kind", "heard"), [(AsyncKernelManager, "noise"), (QuietKernelManager, "")]
)
def test_the_noise_of_a_kernel(
    kind: type[AsyncKernelManager],
    heard: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    connection = str(tmp_path / "kernel.json")
    asyncio.run(run(kind(transport="ipc", connection_file=connection)))
    assert capfd.readouterr().err == heard
