"""Exceptions. Each has the code of the error, the path of what is wrong and the remedy, and masks values of the data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


class HalftoneError(Exception):
    """A wrong file, key or value, or a command that failed."""

    def __init__(self, message: str, *, code: str, path: str | None = None, remedy: str | None = None) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code
        """Stable, such as HT201; docs/commands.md lists them."""
        self.path = path
        """The key of the job (`privacy.k`), the column or the file."""
        self.remedy = remedy


class NotPublished(HalftoneError):
    """No release: none meets the requirements, or it would single out too many people."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        refusal = (record.get("judgement") or {}).get("refusal") or {}
        remedies = [remedy["text"] for remedy in refusal.get("remedies", [])]
        message = str(record.get("reason") or refusal.get("reason") or f"nothing was published: {record.get('outcome')}")
        super().__init__(message, code="HT301", path="privacy", remedy="; or ".join(remedies) or message)
        self.record = record
        """Everything that the run counted, as `halftone run --json` prints it."""


def error_from(record: Mapping[str, Any]) -> HalftoneError:
    """The exception for an error that the command printed: `thing and rule; remedy`."""
    # The job of a frame is a file that nobody sees.
    message = re.sub(r"\S*halftone-python-\w+[/\\]job\.json(:\d+:\d+)? ?", "", str(record["error"]))
    _, _, remedy = message.partition("; ")
    return HalftoneError(
        message, code=str(record.get("code", "HT900")), path=record.get("path"), remedy=remedy or None
    )
