"""Results of a run and of a verification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from typing import Any, Generic, TypeVar

F = TypeVar("F")
COLOURS = {"green": "#1a7f37", "amber": "#9a6700"}


class Result(Generic[F]):
    """A published release. Shows itself in Jupyter."""

    def __init__(self, record: Mapping[str, Any], report: str, load: Callable[[], F]) -> None:
        self.record = record
        """Everything that `halftone run --json` prints."""
        self.report = report
        """The report as a page of HTML."""
        self._load = load

    @cached_property
    def frame(self) -> F:
        """The released rows."""
        return self._load()

    @property
    def verdict(self) -> str:
        """`green`: nothing singles people out. `amber`: something does, within the limits of the job."""
        return str(self.record["judgement"]["verdict"])

    @property
    def metrics(self) -> dict[str, float]:
        """Loss and risk by name, such as LM and prosecutor."""
        return dict(self.record["metrics"])

    @property
    def cautions(self) -> list[str]:
        return [str(caution["message"]) for caution in self.record["judgement"]["cautions"]]

    def __repr__(self) -> str:
        return f"<halftone.Result {self.verdict}: {self._sentence()}>"

    def _sentence(self) -> str:
        rows, suppressed = self.record["rows"], self.record.get("suppressed", 0)
        return f"{rows:,} rows, {suppressed:,} suppressed, smallest class {self.record.get('smallestClass', '–')}"

    def _repr_html_(self) -> str:
        risk = self.record.get("risk") or {}
        before, after = risk.get("before") or {}, risk.get("after") or {}
        rows = [
            ("verdict", f'<b style="color:{COLOURS.get(self.verdict, "#cf222e")}">{escape(self.verdict)}</b>'),
            ("release", escape(self._sentence())),
            *[(f"cost, {escape(name)}", f"{self.metrics[name]:.3f}") for name in ("LM", "UL", "ARE") if name in self.metrics],
            *[
                (f"risk, {escape(name)}", f"{before[name]:.3g} → {after[name]:.3g}")
                for name in ("prosecutor", "marketer")
                if name in before and name in after
            ],
            *[("caution", escape(text)) for text in self.cautions],
        ]
        cells = "".join(f'<tr><th style="text-align:left">{name}</th><td>{text}</td></tr>' for name, text in rows)
        return f"<table>{cells}</table>"


class Verification:
    """What a release promises, counted again."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record

    @property
    def holds(self) -> bool:
        return bool(self.record["verdict"] == "holds")

    @property
    def checks(self) -> list[dict[str, Any]]:
        """Name, promise, holds, found and witnesses of each check."""
        return list(self.record["checks"])

    def __repr__(self) -> str:
        broken = [check["name"] for check in self.checks if not check["holds"]]
        return f"<halftone.Verification {'holds' if self.holds else 'broken: ' + ', '.join(broken)}>"
