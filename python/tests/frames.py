"""Frames and jobs that the tests share."""

from typing import Any

import pandas as pd

TOWNS = {
    "name": "any",
    "children": [{"name": "north", "children": [{"name": "a"}, {"name": "b"}]}, {"name": "c"}, {"name": "d"}],
}
COLUMNS: dict[str, Any] = {
    "name": "identifier",
    "age": {"role": "quasi-identifier", "type": "numeric"},
    "town": {"role": "quasi-identifier", "taxonomy": TOWNS},
    "illness": "sensitive",
}


def people(rows: int) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "name": [f"P{i}" for i in range(rows)],
            "age": [20 + (i * 7919) % 41 for i in range(rows)],
            "town": ["abcd"[(i * 31 // 7) % 4] for i in range(rows)],
            "illness": ["flu" if i % 3 else "cold" for i in range(rows)],
        }
    )
