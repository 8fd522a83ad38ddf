"""The functions of the package. Frames travel as Parquet through a private folder, which is removed in any case."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import yaml

from ._command import call
from ._errors import HalftoneError, NotPublished
from ._frames import from_arrow, is_frame, to_arrow
from ._result import Result, Verification

F = TypeVar("F")
Column = str | Mapping[str, Any]
"""A role, or the settings of a column in a job: `{"role": "quasi-identifier", "type": "numeric"}`."""


def anonymize(
    frame: F,
    *,
    columns: Mapping[str, Column],
    k: int | None = None,
    release: str | os.PathLike[str] | None = None,
    force: bool = False,
    threads: int | None = None,
    memory: str | None = None,
    **job: Any,
) -> Result[F]:
    """Anonymizes a frame of pandas, polars or pyarrow.

    `columns` gives each column its role; a `taxonomy` is a file or a nested mapping. `job` has the other keys of a job
    file, such as `privacy`, `goal`, `algorithm`, `persons` and `seed`. `release` (a .parquet file) also publishes the
    release there, with its manifest and report beside it.
    """
    original = to_arrow(frame)
    with private_folder() as folder:
        place = folder / "out/release.parquet" if release is None else Path(release).resolve()
        if place.suffix != ".parquet":
            raise HalftoneError(
                "release must end in .parquet; run a job file for other formats",
                code="HT103",
                path="release",
                remedy="name a file that ends in .parquet",
            )
        privacy = {**({} if k is None else {"k": k}), **job.get("privacy", {})}
        output = {"report": str(place.with_suffix(".report.html")), **job.get("output", {}), "release": str(place)}
        settings = {
            **job,
            "version": 1,
            "data": {**job.get("data", {}), "source": write_data(original, folder)},
            "columns": {name: written_column(name, column, folder) for name, column in columns.items()},
            "privacy": privacy,
            "output": output,
        }
        (folder / "job.json").write_text(json.dumps(settings), encoding="utf-8")
        record, report = run_job(folder / "job.json", force=force, threads=threads, memory=memory)
        released = from_arrow(pa.parquet.read_table(place), original, frame)
    return Result(record, report, lambda: released)


def run(
    job: str | os.PathLike[str] = "job.yaml",
    *,
    force: bool = False,
    k: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    memory: str | None = None,
) -> Result[pa.Table]:
    """Runs a job file. `Result.frame` reads the release (CSV or Parquet) when it is asked for."""
    record, report = run_job(Path(job), force=force, k=k, seed=seed, threads=threads, memory=memory)
    return Result(record, report, lambda: read_release(str(record["release"])))


def verify(
    data: Any,
    *,
    job: str | os.PathLike[str] | None = None,
    quasi_identifiers: Sequence[str] | None = None,
    k: int | None = None,
    **options: Any,
) -> Verification:
    """Counts a frame or a file again. `options` are those of `halftone verify`: `l_diversity="diagnosis=3"`."""
    with data_file(data) as file:
        words = option_words(job=job, qi=quasi_identifiers, k=k, **options)
        return Verification(call("verify", file, *words)[1])


def risk(
    data: Any,
    *,
    job: str | os.PathLike[str] | None = None,
    quasi_identifiers: Sequence[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Tells how easily people in a frame or a file can be picked out. `options` are those of `halftone risk`."""
    with data_file(data) as file:
        return call("risk", file, *option_words(job=job, qi=quasi_identifiers, **options))[1]


def attack(
    release: Any,
    *,
    original: Any,
    control: Any = None,
    known: Sequence[str] | None = None,
    secret: Sequence[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Attacks a release, a frame or a file, as outsiders would. `options` are those of `halftone attack`."""
    with data_file(release) as released, data_file(original) as first, data_file(control) as others:
        words = option_words(original=first, control=others or None, known=known, secret=secret, **options)
        return call("attack", released, *words)[1]


def init(frame: Any, **options: Any) -> dict[str, Any]:
    """Proposes a job for a frame or a file: `anonymize(frame, **init(frame))`. Read the roles first, and correct them."""
    with private_folder() as folder:
        source = write_data(to_arrow(frame), folder) if is_frame(frame) else str(Path(frame).resolve())
        written = folder / "job.yaml"
        call("init", source, "--output", str(written), *option_words(**options))
        job: dict[str, Any] = yaml.safe_load(written.read_text(encoding="utf-8"))
        for column in job["columns"].values():
            if "taxonomy" in column:
                column["taxonomy"] = json.loads((folder / column["taxonomy"]).read_text(encoding="utf-8"))
    del job["version"], job["output"], job["data"]["source"]
    return job


def run_job(file: Path, *, force: bool, **options: Any) -> tuple[dict[str, Any], str]:
    _, record = call("run", str(file), *option_words(force=force, **options))
    if "release" not in record:
        raise NotPublished(record)
    report = record.get("report")
    return record, Path(report).read_text(encoding="utf-8") if report else ""


@contextmanager
def private_folder() -> Iterator[Path]:
    # mkdtemp makes it for its owner alone, mode 0700.
    folder = Path(tempfile.mkdtemp(prefix="halftone-python-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def data_file(data: Any) -> Iterator[str]:
    """The file of a frame, as long as it is needed; a path stays as it is."""
    if data is None or not is_frame(data):
        yield "" if data is None else os.fspath(data)
        return
    with private_folder() as folder:
        yield write_data(to_arrow(data), folder)


def write_data(table: pa.Table, folder: Path) -> str:
    file = folder / "data.parquet"
    pa.parquet.write_table(table, file)
    return str(file)


def read_release(file: str) -> pa.Table:
    if file.endswith(".parquet"):
        return pa.parquet.read_table(file)
    if file.endswith((".csv", ".csv.gz")):
        return pa.csv.read_csv(file)
    raise HalftoneError(
        f"the release {file} is read as a frame from CSV or Parquet; read it otherwise",
        code="HT103",
        path="output.release",
        remedy="release to .csv or .parquet",
    )


def written_column(name: str, column: Column, folder: Path) -> dict[str, Any]:
    """Paths as seen from here, and a taxonomy that is a mapping as a file."""
    settings = {"role": column} if isinstance(column, str) else dict(column)
    for key in ("taxonomy", "key"):
        if isinstance(settings.get(key), (str, os.PathLike)):
            settings[key] = str(Path(settings[key]).resolve())
    if isinstance(settings.get("taxonomy"), Mapping):
        file = folder / f"taxonomy-{len(list(folder.iterdir()))}.json"
        file.write_text(json.dumps(settings["taxonomy"]), encoding="utf-8")
        settings["taxonomy"] = str(file)
    return settings


def option_words(**options: Any) -> list[str]:
    """`l_diversity="age=3"` as `--l-diversity age=3`; lists with commas; flags alone."""
    words: list[str] = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            joined = ",".join(value) if isinstance(value, (list, tuple)) else str(value)
            words += [flag, joined]
    return words
