#!/usr/bin/env bash
# The promises of engines on real servers: starts them, runs the tests of this folder, and stops them.
set -euo pipefail
cd "$(dirname "$0")/../.."
stop() {
  test/engines/start-postgres.sh stop >/dev/null 2>&1 || true
  test/engines/start-spark.sh stop >/dev/null 2>&1 || true
}
trap stop EXIT
HALFTONE_TEST_POSTGRES=$(test/engines/start-postgres.sh)
HALFTONE_TEST_SPARK=$(test/engines/start-spark.sh)
export HALFTONE_TEST_POSTGRES HALFTONE_TEST_SPARK
npm run --silent build:kernel
# The first statements of a Spark take long: it loads its classes.
npx vitest run test/engines --testTimeout=180000 --hookTimeout=120000
