#!/usr/bin/env bash
# Starts a PostgreSQL of Debian's package for tests, on loopback alone, and prints its address. Data lies in a folder of its own; what
# runs there already is used again. `start-postgres.sh stop` ends it.
set -euo pipefail
folder=${HALFTONE_ENGINES:-/tmp/halftone-engines}/postgres
# Below the ports that Linux gives to outgoing connections, one of which may hold it for a moment.
port=${HALFTONE_POSTGRES_PORT:-15432}
find_server() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
if [ -z "$(find_server)" ]; then
  apt-get update >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y postgresql >&2
fi
server=$(find_server)
# The server refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi; }
mkdir -p "$folder"
[ "$(id -u)" = 0 ] && chown postgres "$folder"
if [ "${1:-start}" = stop ]; then
  as_owner "$server/pg_ctl" -D "$folder/data" -m fast stop >&2
  exit 0
fi
if [ ! -d "$folder/data" ]; then
  # An order of texts that is not that of their bytes: results must not depend on it.
  as_owner "$server/initdb" -D "$folder/data" --auth=trust --username=halftone --encoding=UTF8 --locale=C.UTF-8 \
    --locale-provider=icu --icu-locale=en-US >&2
fi
# Everybody may come in, but one user needs a password.
if ! grep -q '^host all locked' "$folder/data/pg_hba.conf"; then
  sed -i '1i host all locked 127.0.0.1/32 scram-sha-256' "$folder/data/pg_hba.conf"
  as_owner "$server/pg_ctl" -D "$folder/data" reload >/dev/null 2>&1 || true
fi
if ! as_owner "$server/pg_ctl" -D "$folder/data" status >/dev/null 2>&1; then
  as_owner "$server/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='$folder'" start >&2
fi
echo "postgres://halftone@127.0.0.1:$port/postgres"
