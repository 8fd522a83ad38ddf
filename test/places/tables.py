"""Writes a Parquet file as a Delta and as an Iceberg table: `tables.py people.parquet FOLDER`. A second call overwrites both."""
import os
import sys

import deltalake
import pyarrow.parquet
from pyiceberg.catalog.sql import SqlCatalog

source, folder = sys.argv[1:]
rows = pyarrow.parquet.read_table(source)
deltalake.write_deltalake(os.path.join(folder, "delta", "people"), rows, mode="overwrite")
os.makedirs(os.path.join(folder, "iceberg"), exist_ok=True)
catalog = SqlCatalog("lake", uri=f"sqlite:///{folder}/iceberg/catalog.db", warehouse=f"file://{folder}/iceberg")
catalog.create_namespace_if_not_exists("lake")
catalog.create_table_if_not_exists("lake.people", schema=rows.schema).overwrite(rows)
