"""Runs what `halftone sql` prints for Snowflake and BigQuery on stand-ins: fakesnow behind Snowflake's own connector, and
DuckDB after sqlglot has translated the statement."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import fakesnow
import halftone
import pandas as pd
import pyarrow
import pytest
import snowflake.connector
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


Run = Callable[[str], list[tuple[Any, ...]]]


@contextmanager
def translated(frame: pd.DataFrame, dialect: str) -> Iterator[Run]:
    base = duckdb.connect()
    base.register("people", pyarrow.table(frame.to_dict("list")))
    yield lambda text: base.execute(sqlglot.transpile(text, read=dialect, write="duckdb")[0]).fetchall()


@contextmanager
def fake_snowflake(frame: pd.DataFrame, _: str) -> Iterator[Run]:
    with fakesnow.patch(), snowflake.connector.connect(database="clinic", schema="public") as connection:
        cursor = connection.cursor()
        cursor.execute('CREATE TABLE "people" ("name" VARCHAR, "age" INTEGER, "town" VARCHAR, "illness" VARCHAR)')
        cursor.executemany('INSERT INTO "people" VALUES (%s, %s, %s, %s)', frame.values.tolist())
        yield lambda text: cursor.execute(text).fetchall()


@pytest.mark.filterwarnings("ignore:Arrow output")
@pytest.mark.parametrize(
    ("dialect", "stand_in"), [("snowflake", fake_snowflake), ("snowflake", translated), ("bigquery", translated)]
)
@pytest.mark.parametrize("title", JOBS)
def test_the_statement_gives_the_rows_of_the_run_and_its_check_holds(
    title: str, dialect: str, stand_in: Any, tmp_path: Path
) -> None:
    # In the order of the names: boxes divide rows that look alike by their order.
    frame = people(400).sort_values("name", ignore_index=True)
    release = tmp_path / "release.parquet"
    result = halftone.anonymize(frame, columns=COLUMNS, release=release, threads=1, **JOBS[title])
    key = ["--key", "name"] if title == "boxes" else []
    printed = call("sql", result.record["recoding"], "--dialect", dialect, "--table", "people", *key)[1]
    quote = "`" if dialect == "bigquery" else '"'
    names = [f"{quote}{name}{quote}" for name in result.frame.columns]
    table = f"{quote}release{quote}"
    with stand_in(frame, dialect) as run:
        run(f"CREATE TABLE {table} AS {printed['select']}")
        rows = run(f"SELECT {', '.join(names)} FROM {table}")
        assert sorted(rows) == sorted(result.frame.itertuples(index=False, name=None))
        assert run(printed["check"]) == []
        # A release that breaks the promise is found: one row that looks like nobody.
        run(f"INSERT INTO {table} ({', '.join(names)}) SELECT 'planted', {', '.join(names[1:])} FROM {table} LIMIT 1")
        assert len(run(printed["check"])) == 1
