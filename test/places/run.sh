#!/usr/bin/env bash
# Object stores and lake tables: gets DuckDB's extensions and the writers of Delta and Iceberg tables from PyPI into node_modules/.cache,
# then runs the tests of this folder. Skips aloud without Python or PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$PWD/node_modules/.cache/places
version=$(node -p "require('@duckdb/node-api').version().slice(1)")
packages=()
for name in httpfs azure delta avro iceberg ducklake; do packages+=("duckdb-extension-$name==$version"); done
if ! [ -e "$cache/$version" ]; then
  if ! { rm -rf "$cache" && python3 -m venv "$cache/python" &&
    "$cache/python/bin/pip" install -q --disable-pip-version-check --no-deps --target "$cache/extensions" "${packages[@]}" &&
    "$cache/python/bin/pip" install -q --disable-pip-version-check deltalake pyarrow pyiceberg sqlalchemy && touch "$cache/$version"; }; then
    echo "test:places skipped: Python, or PyPI with the extensions of DuckDB $version, is not there"
    exit 0
  fi
fi
# A stand-in for Azure; its 370 packages are no dependency of the project.
azurite=$cache/azurite/node_modules/azurite/dist/src/blob/main.js
if ! [ -e "$azurite" ] && ! npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$cache/azurite" azurite@3.37.0; then
  echo "Azure skipped: npm did not give Azurite"
fi
npm run --silent build:kernel
HALFTONE_TEST_AZURITE=$azurite HALFTONE_EXTENSIONS=$cache/extensions HALFTONE_TEST_PLACES=$cache/python/bin/python npx vitest run test/places "$@"
