#!/usr/bin/env bash
# The promises of engines on a real server, `postgres` or `spark`: starts it, runs the tests of this folder, and stops it.
set -euo pipefail
cd "$(dirname "$0")/../.."
server=$1
trap 'test/engines/start-$server.sh stop >/dev/null 2>&1 || true' EXIT
address=$(test/engines/start-"$server".sh)
npm run --silent build:kernel
if [ "$server" = postgres ]; then
  HALFTONE_TEST_POSTGRES=$address npx vitest run test/engines
else
  # The first statements of a Spark take long: it loads its classes.
  HALFTONE_TEST_SPARK=$address npx vitest run test/engines/spark --no-file-parallelism --testTimeout=900000 --hookTimeout=300000
fi
