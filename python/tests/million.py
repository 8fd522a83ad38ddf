"""Compares the CPU seconds of `anonymize` with those of the command on the same rows. Not a test.

halftone sample census --rows 1000000 --output census && python python/tests/million.py census
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet
import yaml

import halftone

COLUMNS = ["age", "sex", "education", "workclass", "income"]


def cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main(folder: Path) -> None:
    roles = yaml.safe_load((folder / "job.yaml").read_text())["columns"]
    columns = {name: dict(roles[name]) for name in COLUMNS}
    for column in columns.values():
        if "taxonomy" in column:
            column["taxonomy"] = str((folder / column["taxonomy"]).resolve())
    table = pyarrow.csv.read_csv(folder / "census.csv").select(COLUMNS)
    settings = {"algorithm": {"name": "lattice"}, "seed": 1}
    with tempfile.TemporaryDirectory() as room:
        pyarrow.parquet.write_table(table, Path(room, "rows.parquet"))
        output = {"release": "out/release.parquet", "report": "out/report.html"}
        job = {"version": 1, "data": {"source": "rows.parquet"}, "columns": columns, "privacy": {"k": 10}, **settings}
        Path(room, "job.json").write_text(json.dumps({**job, "output": output}))
        before = cpu_seconds()
        subprocess.run([sys.executable, "-m", "halftone", "run", "job.json"], cwd=room, check=True, capture_output=True)
        command = cpu_seconds() - before
    print(f"command {command:.2f}")
    for name, frame in (("pandas", table.to_pandas()), ("pyarrow", table)):
        before = cpu_seconds()
        halftone.anonymize(frame, columns=columns, k=10, **settings)
        taken = cpu_seconds() - before
        print(f"{name} {taken:.2f}, {taken / command:.2f} of the command")


main(Path(sys.argv[1]))
