"""A release of a frame has the bytes that the command line writes for the same job and data."""

import hashlib
import json
import os
import resource
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import halftone
import polars as pl
import pyarrow as pa
import pytest
from frames import COLUMNS, TOWNS, people
from halftone._command import find_node

CHECKOUT = Path(__file__).resolve().parents[2]
ALGORITHMS: list[dict[str, Any]] = [
    {"name": "lattice"},
    {"name": "boxes"},
    {"name": "mondrian"},
    {"name": "top-down"},
    {"name": "genetic", "population": 30, "iterations": 300},
]
JOBS: list[dict[str, Any]] = [
    {
        "algorithm": algorithm,
        "seed": seed,
        "privacy": {"k": k, "suppression-limit": 0.1},
        "output": {"order": "sorted" if seed == 1 else "source"},
    }
    for algorithm in ALGORITHMS
    for k in (2, 3, 5, 8, 12)
    for seed in (1, 2)
]


def command(job: dict[str, Any], folder: Path, threads: int = 1) -> None:
    columns = {name: {"role": column} if isinstance(column, str) else column for name, column in COLUMNS.items()}
    columns["town"] = {"role": "quasi-identifier", "taxonomy": "towns.json"}
    (folder / "towns.json").write_text(json.dumps(TOWNS))
    output = {**job.get("output", {}), "release": "release.parquet", "report": "report.html"}
    whole = {**job, "version": 1, "data": {"source": "people.parquet"}, "columns": columns, "output": output}
    (folder / "job.json").write_text(json.dumps(whole))
    words = [find_node(), str(CHECKOUT / "dist/cli/halftone.js"), "run", "job.json", "--threads", str(threads)]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_fifty_jobs_give_the_bytes_of_the_command_line(tmp_path: Path) -> None:
    frame = people(400)

    def both(number: int) -> tuple[str, str]:
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "people.parquet"
        given: Any = frame
        if number % 3 == 0:
            frame.to_parquet(file, index=False)
        elif number % 3 == 1:
            given = pl.from_pandas(frame)
            given.write_parquet(file)
        else:
            given = pa.Table.from_pandas(frame)
            pa.parquet.write_table(given, file)
        command(JOBS[number], folder)
        halftone.anonymize(given, columns=COLUMNS, release=folder / "python.parquet", threads=1, **JOBS[number])
        return digest(folder / "release.parquet"), digest(folder / "python.parquet")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = list(pool.map(both, range(len(JOBS))))
    assert len(pairs) == 50
    assert [there for there, _ in pairs] == [here for _, here in pairs]
    assert len({there for there, _ in pairs}) > 10


@pytest.mark.skipif("HALFTONE_THOROUGH" not in os.environ, reason="HALFTONE_THOROUGH=1 measures a million rows")
def test_a_million_rows_take_at_most_1_3_times_the_cpu(tmp_path: Path) -> None:
    frame = people(1_000_000)
    frame.to_parquet(tmp_path / "people.parquet", index=False)
    job = {"algorithm": {"name": "lattice"}, "privacy": {"k": 10}}

    def seconds(work: Any) -> float:
        def used() -> float:
            children = resource.getrusage(resource.RUSAGE_CHILDREN)
            return time.process_time() + children.ru_utime + children.ru_stime

        before = used()
        work()
        return used() - before

    ratios = []
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "people.parquet").symlink_to(tmp_path / "people.parquet")
        there = seconds(lambda: command(job, folder, 2))
        here = seconds(lambda: halftone.anonymize(frame, columns=COLUMNS, threads=2, **job))
        ratios.append(here / there)
        print(f"command line {there:.2f} s, Python {here:.2f} s of CPU")
    assert sorted(ratios)[1] <= 1.3
