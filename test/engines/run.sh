#!/usr/bin/env bash
# The promises of engines on real servers: starts them, runs the tests of this folder, and stops them.
set -euo pipefail
cd "$(dirname "$0")/../.."
trap 'test/engines/start-postgres.sh stop >/dev/null 2>&1 || true' EXIT
HALFTONE_TEST_POSTGRES=$(test/engines/start-postgres.sh)
export HALFTONE_TEST_POSTGRES
npm run --silent build:kernel
npx vitest run test/engines
