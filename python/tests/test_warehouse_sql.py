"""Runs what `halftone sql` prints for Snowflake and BigQuery on a stand-in: sqlglot translates it to DuckDB."""

from pathlib import Path
from typing import Any

import duckdb
import halftone
import pyarrow
import pytest
import sqlglot
from frames import COLUMNS, people
from halftone._command import call

JOBS: dict[str, dict[str, Any]] = {
    "groups of columns": {"algorithm": {"name": "lattice"}, "privacy": {"k": 5, "suppression-limit": 0.1}},
    "l-diversity": {
        "algorithm": {"name": "lattice"},
        "privacy": {"k": 3, "suppression-limit": 0.1, "l-diversity": {"column": "illness", "l": 2}},
    },
    "t-closeness": {
        "algorithm": {"name": "lattice"},
        # Masked rows stay, so that the check reads the release; it recounts the source if rows are dropped.
        "privacy": {
            "k": 3,
            "suppression-limit": 0.1,
            "suppressed-group": "exempt",
            "t-closeness": {"column": "illness", "t": 0.4},
        },
    },
    "k-map": {
        "algorithm": {"name": "lattice"},
        "privacy": {"k": 3, "suppression-limit": 0.1, "k-map": {"k": 20, "population": 2000}},
    },
    "boxes": {"algorithm": {"name": "boxes"}, "privacy": {"k": 5}},
}


@pytest.mark.parametrize("dialect", ["snowflake", "bigquery"])
@pytest.mark.parametrize("title", JOBS)
def test_the_statement_gives_the_rows_of_the_run_and_its_check_holds(title: str, dialect: str, tmp_path: Path) -> None:
    # In the order of the names: boxes divide rows that look alike by their order.
    frame = people(400).sort_values("name", ignore_index=True)
    release = tmp_path / "release.parquet"
    result = halftone.anonymize(frame, columns=COLUMNS, release=release, threads=1, **JOBS[title])
    key = ["--key", "name"] if title == "boxes" else []
    printed = call("sql", result.record["recoding"], "--dialect", dialect, "--table", "people", *key)[1]
    select, check = (sqlglot.transpile(printed[part], read=dialect, write="duckdb")[0] for part in ("select", "check"))
    base = duckdb.connect()
    base.register("people", pyarrow.table(frame.to_dict("list")))
    base.execute(f"CREATE TABLE release AS {select}")
    names = ", ".join(f'"{name}"' for name in result.frame.columns)
    rows = base.execute(f"SELECT {names} FROM release").fetchall()
    assert sorted(rows) == sorted(result.frame.itertuples(index=False, name=None))
    assert base.execute(check).fetchall() == []
    # A release that breaks the promise is found: one row that looks like nobody.
    base.execute("INSERT INTO release SELECT * REPLACE ('planted' AS age) FROM release LIMIT 1")
    assert len(base.execute(check).fetchall()) == 1
