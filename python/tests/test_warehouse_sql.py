"""Runs what `halftone sql` prints for Snowflake and BigQuery on stand-ins: fakesnow behind Snowflake's own connector, and
DuckDB, ClickHouse and MariaDB after sqlglot has translated the statement."""

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chdb.session
import duckdb
import fakesnow
import halftone
import pandas as pd
import pyarrow
import pymysql
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
# Debian's mariadb-server-core has it; without the file MariaDB is left out.
MARIADBD = Path(os.environ.get("HALFTONE_MARIADBD", "/usr/sbin/mariadbd"))


@contextmanager
def on_duckdb(frame: pd.DataFrame, dialect: str) -> Iterator[Run]:
    base = duckdb.connect()
    base.register("people", pyarrow.table(frame.to_dict("list")))
    yield lambda text: base.execute(sqlglot.transpile(text, read=dialect, write="duckdb")[0]).fetchall()


def fill(run: Run, frame: pd.DataFrame, engine: str = "") -> None:
    types = '"name" VARCHAR(20), "age" INTEGER, "town" VARCHAR(20), "illness" VARCHAR(20)'
    run(f'CREATE TABLE "people" ({types}) {engine}')
    rows = ", ".join(f"('{name}', {age}, '{town}', '{illness}')" for name, age, town, illness in frame.values.tolist())
    run(f'INSERT INTO "people" VALUES {rows}')


@contextmanager
def on_fakesnow(frame: pd.DataFrame, _: str) -> Iterator[Run]:
    with fakesnow.patch(), snowflake.connector.connect(database="clinic", schema="public") as connection:
        run: Run = lambda text: connection.cursor().execute(text).fetchall()  # noqa: E731
        fill(run, frame)
        yield run


@contextmanager
def on_clickhouse(frame: pd.DataFrame, dialect: str) -> Iterator[Run]:
    with chdb.session.Session() as session:

        def plain(text: str) -> list[tuple[Any, ...]]:
            return [tuple(json.loads(line)) for line in str(session.query(text, "JSONCompactEachRow")).splitlines()]

        def run(text: str) -> list[tuple[Any, ...]]:
            # Tables name their engine there.
            translated = sqlglot.transpile(text, read=dialect, write="clickhouse")[0]
            return plain(re.sub(r'^(CREATE TABLE "release") AS', r"\1 ENGINE = Memory AS", translated))

        fill(plain, frame, "ENGINE = Memory")
        yield run


@contextmanager
def on_mariadb(frame: pd.DataFrame, dialect: str) -> Iterator[Run]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "data" / "mysql").mkdir(parents=True)
        own = [f"--{name}={folder}/{name}" for name in ("socket", "pid-file")] + [f"--datadir={folder}/data"]
        closed = ["--no-defaults", "--user=root", "--skip-networking", "--skip-grant-tables", "--sql-mode=ANSI_QUOTES"]
        with subprocess.Popen([MARIADBD, *closed, *own], stderr=subprocess.DEVNULL) as server:
            try:
                deadline = time.monotonic() + 60
                while not Path(folder, "socket").exists() and time.monotonic() < deadline:
                    time.sleep(0.05)
                with pymysql.connect(unix_socket=f"{folder}/socket", user="root", autocommit=True) as connection:

                    def plain(text: str) -> list[tuple[Any, ...]]:
                        with connection.cursor() as cursor:
                            cursor.execute(text)
                            return list(cursor.fetchall())

                    plain("CREATE DATABASE clinic")
                    plain("USE clinic")
                    fill(plain, frame)
                    yield lambda text: plain(sqlglot.transpile(text, read=dialect, write="mysql")[0])
            finally:
                server.terminate()


STAND_INS = [
    ("bigquery", "`", on_duckdb),
    ("snowflake", '"', on_duckdb),
    ("snowflake", '"', on_fakesnow),
    ("snowflake", '"', on_clickhouse),
    *([("snowflake", '"', on_mariadb)] if MARIADBD.exists() else []),
]


@pytest.mark.skipif(not MARIADBD.exists(), reason="MariaDB is not installed (mariadb-server-core)")
def test_mariadb_is_one_of_the_stand_ins() -> None:
    assert ("snowflake", '"', on_mariadb) in STAND_INS


@pytest.mark.filterwarnings("ignore:Arrow output")
@pytest.mark.parametrize("title", JOBS)
def test_the_statement_gives_the_rows_of_the_run_and_its_check_holds(title: str, tmp_path: Path) -> None:
    # In the order of the names: boxes divide rows that look alike by their order.
    frame = people(400).sort_values("name", ignore_index=True)
    release = tmp_path / "release.parquet"
    result = halftone.anonymize(frame, columns=COLUMNS, release=release, threads=1, **JOBS[title])
    released = sorted(result.frame.itertuples(index=False, name=None))
    key = ["--key", "name"] if title == "boxes" else []
    for dialect, quote, stand_in in STAND_INS:
        printed = call("sql", result.record["recoding"], "--dialect", dialect, "--table", "people", *key)[1]
        names = [f"{quote}{name}{quote}" for name in result.frame.columns]
        table = f"{quote}release{quote}"
        with stand_in(frame, dialect) as run:
            run(f"CREATE TABLE {table} AS {printed['select']}")
            assert sorted(run(f"SELECT {', '.join(names)} FROM {table}")) == released, stand_in.__name__
            assert run(printed["check"]) == []
            # A release that breaks the promise is found: one row that looks like nobody.
            planted = f"SELECT 'planted', {', '.join(names[1:])} FROM {table} LIMIT 1"
            run(f"INSERT INTO {table} ({', '.join(names)}) {planted}")
            assert len(run(printed["check"])) == 1, stand_in.__name__
