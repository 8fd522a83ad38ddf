"""Anonymizes tables about people, and proves what it promises by counting the release again."""

from ._api import anonymize, attack, init, risk, run, verify
from ._errors import HalftoneError, NotPublished
from ._result import Result, Verification

__all__ = [
    "HalftoneError",
    "NotPublished",
    "Result",
    "Verification",
    "anonymize",
    "attack",
    "init",
    "risk",
    "run",
    "verify",
]
