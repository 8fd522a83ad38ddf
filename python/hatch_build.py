"""Puts the built command into the wheel, with DuckDB's native library for one platform.

The platform is that of this machine, or HALFTONE_PLATFORM, such as `darwin-arm64`; npm fetches what is not installed.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "halftone/_command"
# The native library needs glibc 2.25.
TAGS = {
    "linux-x64": "manylinux_2_28_x86_64",
    "linux-arm64": "manylinux_2_28_aarch64",
    "darwin-x64": "macosx_11_0_x86_64",
    "darwin-arm64": "macosx_11_0_arm64",
    "win32-x64": "win_amd64",
    "win32-arm64": "win_arm64",
}
ARCHITECTURES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


class CommandHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        machine = platform.machine().lower()
        wanted = os.environ.get("HALFTONE_PLATFORM", f"{sys.platform}-{ARCHITECTURES.get(machine, machine)}")
        if wanted not in TAGS:
            raise RuntimeError(f"no wheel for the platform {wanted}; there are {', '.join(TAGS)}")
        if not (ROOT / "dist/cli/halftone.js").exists():
            raise RuntimeError("the command is not built; run npm run build")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[wanted]}"
        files = build_data["force_include"]
        for file in command_files():
            files[str(file)] = f"{COMMAND}/{file.relative_to(ROOT).as_posix()}"
        scope = "node_modules/@duckdb"
        files[str(ROOT / scope / "node-bindings")] = f"{COMMAND}/{scope}/node-bindings"
        files[str(self.native(wanted))] = f"{COMMAND}/{scope}/node-bindings-{wanted}"

    def native(self, wanted: str) -> Path:
        installed = ROOT / "node_modules/@duckdb" / f"node-bindings-{wanted}"
        if installed.exists():
            return installed
        version = (ROOT / "node_modules/@duckdb/node-bindings/package.json").read_text().split('"version": "')[1]
        package = f"@duckdb/node-bindings-{wanted}@{version.split(chr(34))[0]}"
        self.fetched = Path(tempfile.mkdtemp())
        subprocess.run(["npm", "pack", "--silent", package], cwd=self.fetched, check=True, stdout=subprocess.DEVNULL)
        [packed] = self.fetched.glob("*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(self.fetched, filter="data")
        return self.fetched / "package"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(getattr(self, "fetched", ""), ignore_errors=True)


def command_files() -> list[Path]:
    """Everything that the bundled command reads: its chunks, kernels, texts and the pages of the studio."""
    dist = ROOT / "dist"
    chunks = [*(dist / "cli").glob("*.js"), dist / "cli/package.json"]
    beside = [file for file in (dist / "src").rglob("*") if file.is_file() and is_read(file.name)]
    pages = [file for file in (dist / "studio").rglob("*") if file.is_file() and "client" in file.parts]
    return [ROOT / "package.json", dist / "licences.txt", *chunks, *beside, *pages]


def is_read(name: str) -> bool:
    """Whether the bundled command reads a file of dist/src: kernels, workers, words, stylesheets, protocols."""
    return name.endswith(".page.js") or not name.endswith((".js", ".ts", ".map"))
