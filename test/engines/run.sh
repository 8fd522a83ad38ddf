#!/usr/bin/env bash
# The promises of engines on a real server: `run.sh postgres` or `run.sh spark` starts it, runs its tests of this folder, and stops it. Names behind
# that are those of single files: `run.sh spark path table`.
set -euo pipefail
cd "$(dirname "$0")/../.."
server=$1
shift
trap 'test/engines/start-$server.sh stop >/dev/null 2>&1 || true' EXIT
address=$(test/engines/start-"$server".sh)
npm run --silent build:kernel
# The pages of the studio, which is tried on the database, too.
[ "$server" = postgres ] && npx vite build --logLevel warn
if [ "$server" = postgres ]; then
  HALFTONE_TEST_POSTGRES=$address npx vitest run test/engines
else
  files=()
  for name in "${@:-}"; do files+=("test/engines/spark${name:+-$name}"); done
  # The first statements of a Spark take long: it loads its classes.
  HALFTONE_TEST_SPARK=$address npx vitest run "${files[@]}" --no-file-parallelism --testTimeout=900000 --hookTimeout=300000
fi
