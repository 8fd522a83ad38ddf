"""Frames of pandas, polars and pyarrow to Parquet and back, with the types of the columns that a release keeps."""

from __future__ import annotations

import json
from typing import Any, TypeVar, cast

import pyarrow as pa
import pyarrow.compute as pc

from ._errors import HalftoneError

F = TypeVar("F")


def library(frame: object) -> str:
    return type(frame).__module__.partition(".")[0]


def is_frame(data: object) -> bool:
    return isinstance(data, pa.Table) or library(data) in ("pandas", "polars")


def to_arrow(frame: Any) -> pa.Table:
    if isinstance(frame, pa.Table):
        return frame
    if library(frame) == "polars" and hasattr(frame, "to_arrow"):
        return frame.to_arrow()
    if library(frame) == "pandas" and hasattr(frame, "columns"):
        try:
            return pa.Table.from_pandas(frame, preserve_index=False)
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            # The message of Arrow quotes a value.
            column = next((part for part in map(str, error.args) if "column" in part), "a column")
            remedy = "give each column one type"
            raise HalftoneError(f"{column}; {remedy}", code="HT301", path="columns", remedy=remedy) from None
    raise TypeError(f"expected a frame of pandas, polars or pyarrow; got {type(frame).__qualname__}")


def from_arrow(table: pa.Table, original: pa.Table, frame: F) -> F:
    """The release as a frame like the original. Rows have no index: one would point at the people in them."""
    kinds = {field.name: field.type for field in original.schema}
    columns = {name: restored(table.column(name), name, original) for name in table.column_names}
    table = pa.table(columns)
    if isinstance(frame, pa.Table):
        return cast(F, table)
    if library(frame) == "polars":
        return cast(F, to_polars(table, frame))
    about = json.loads((original.schema.metadata or {}).get(b"pandas", b'{"columns": []}'))
    kept = {field.name for field in table.schema if field.type == kinds.get(field.name)}
    about["columns"] = [column for column in about["columns"] if column["field_name"] in kept]
    about["index_columns"] = []
    described = table.replace_schema_metadata({b"pandas": json.dumps(about).encode()})
    return cast(F, described.to_pandas())


def to_polars(table: pa.Table, frame: Any) -> Any:
    import polars

    result = polars.DataFrame(table)
    enums = [name for name in result.columns if isinstance(frame.schema.get(name), polars.Enum)]
    return result.with_columns(
        polars.col(name).cast(polars.Enum(table.column(name).combine_chunks().dictionary.to_pylist()))
        for name in enums
    )


def restored(column: pa.ChunkedArray, name: str, original: pa.Table) -> pa.ChunkedArray:
    """The column in its first type. Recoded numbers and dates are labels, such as [17,39], and stay text."""
    if name not in original.column_names:
        return column
    kind = original.schema.field(name).type
    if pa.types.is_dictionary(kind):
        return as_dictionary(column, kind, original.column(name))
    if is_text(column.type) and not is_text(kind):
        return column
    try:
        return column.cast(kind)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return column


def as_dictionary(column: pa.ChunkedArray, kind: Any, original: pa.ChunkedArray) -> pa.ChunkedArray:
    """Categories in their first order, then new labels; without those of suppressed rows alone."""
    labels = pc.drop_null(column.unique())
    if is_text(column.type) == is_text(kind.value_type):
        known = original.unify_dictionaries().chunk(0).dictionary.cast(column.type) if original.num_chunks else labels
        kept = known.filter(pc.is_in(known, value_set=labels))
        labels = labels.cast(column.type)
    else:
        kept = labels.slice(0, 0)
    added = labels.filter(pc.invert(pc.is_in(labels, value_set=kept)))
    added = added.take(pc.sort_indices(added))
    values = pa.concat_arrays([kept, added])
    values_kind = kind.value_type if is_text(kind.value_type) == is_text(column.type) else column.type
    indices = pc.index_in(column.combine_chunks(), value_set=values)
    ordered = kind.ordered and len(added) == 0
    return pa.chunked_array(
        [pa.DictionaryArray.from_arrays(indices.cast(kind.index_type), values.cast(values_kind), ordered=ordered)]
    )


def is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))
