#!/usr/bin/env bash
# Starts a Spark of PyPI's package for tests, on loopback alone: a master, two workers of one core, and the Connect server, whose address it
# prints. It is installed once, into a folder of its own; what runs there already is used again. `start-spark.sh stop` ends it; `start-spark.sh worker 2`
# starts the second worker again after it was killed. HALFTONE_SPARK_VERSION=3.5.7 takes another version, which needs a folder and a port of its own.
set -euo pipefail
version=${HALFTONE_SPARK_VERSION:-4.1.3}
folder=${HALFTONE_ENGINES:-/tmp/halftone-engines}/spark
port=${HALFTONE_SPARK_PORT:-15002}
master=$((port + 10))
installed=$folder/pyspark-$version
mkdir -p "$folder/run"

# Its processes by their numbers, which stand in files; a number that another process has since got is left alone.
ours() { [ -f "$folder/run/$1.pid" ] && tr '\0' ' ' 2>/dev/null <"/proc/$(cat "$folder/run/$1.pid")/cmdline" | grep -q "$folder"; }
stop() {
  for name in connect worker1 worker2 master; do
    if ours "$name"; then kill "$(cat "$folder/run/$name.pid")" 2>/dev/null || true; fi
  done
  for _ in $(seq 50); do
    if ! ours connect && ! ours worker1 && ! ours worker2 && ! ours master; then break; fi
    sleep 0.2
  done
  rm -f "$folder"/run/*.pid
}
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
if [ "${1:-start}" = stop ]; then
  stop
  exit 0
fi
if [ "${1:-start}" = start ] && ours connect && ours master && answers "$port"; then
  echo "sc://127.0.0.1:$port"
  exit 0
fi
[ "${1:-start}" = worker ] || stop

# Spark 4.1 runs on Java 17 and 21.
find_java() { ls -d /usr/lib/jvm/*17*/bin/java /usr/lib/jvm/*21*/bin/java 2>/dev/null | head -n 1; }
if [ -z "$(find_java)" ]; then
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y openjdk-17-jre-headless; } >&2
fi
JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$(find_java)")")")
export JAVA_HOME
# Its Java side alone: neither py4j nor a virtual environment is needed.
if [ ! -d "$installed" ]; then
  rm -rf "$installed.partial"
  python3 -m pip install --quiet --no-deps --no-compile --disable-pip-version-check --root-user-action=ignore \
    --target "$installed.partial" "pyspark==$version" >&2
  mv "$installed.partial" "$installed"
fi
export SPARK_HOME=$installed/pyspark
# Until 4.0 Connect was a package beside Spark; it listens on all interfaces there.
more=()
if [[ $version = 3.* ]]; then
  connect=$installed/spark-connect.jar
  [ -f "$connect" ] || curl -fsSL -o "$connect" "https://repo1.maven.org/maven2/org/apache/spark/spark-connect_2.12/$version/spark-connect_2.12-$version.jar"
  more=(--jars "$connect")
fi
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost SPARK_DAEMON_MEMORY=192m SPARK_LOG_DIR=$folder/log

start() {
  local name=$1
  shift
  setsid "$SPARK_HOME/bin/$@" >"$folder/log/$name.log" 2>&1 </dev/null &
  echo $! >"$folder/run/$name.pid"
}
start_worker() {
  start "worker$1" spark-class org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --port $((master + $1)) \
    --webui-port $((port + 20 + $1)) --cores 1 --memory "${HALFTONE_SPARK_WORKER:-1g}" --work-dir "$folder/work/$1" "spark://127.0.0.1:$master"
}
if [ "${1:-start}" = worker ]; then
  cd "$folder/work"
  start_worker "$2"
  exit 0
fi
# Its catalog is in memory: tables of a run before are known to nobody.
rm -rf "$folder/work" "$folder/warehouse" && mkdir -p "$folder/work" "$folder/warehouse" "$folder/log"
cd "$folder/work"
start master spark-class org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$master" --webui-port $((port + 20))
for worker in 1 2; do start_worker "$worker"; done
SPARK_DAEMON_MEMORY="${HALFTONE_SPARK_DRIVER:-1g}" start connect spark-submit "${more[@]}" --class org.apache.spark.sql.connect.service.SparkConnectServer --name halftone \
  --master "spark://127.0.0.1:$master" --driver-memory "${HALFTONE_SPARK_DRIVER:-1g}" --executor-memory "${HALFTONE_SPARK_EXECUTOR:-768m}" \
  --conf spark.driver.maxResultSize="${HALFTONE_SPARK_RESULT:-1g}" --conf spark.executor.cores=1 --conf spark.cores.max=2 --conf spark.ui.enabled=false \
  --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 \
  --conf spark.connect.grpc.binding.address=127.0.0.1 --conf spark.connect.grpc.binding.port="$port" \
  --conf spark.connect.progress.reportInterval=200ms --conf spark.sql.shuffle.partitions="${HALFTONE_SPARK_PARTS:-4}" --conf spark.sql.warehouse.dir="file://$folder/warehouse"
for _ in $(seq 600); do
  if answers "$port"; then
    echo "sc://127.0.0.1:$port"
    exit 0
  fi
  # A process that has just begun does not show yet what it is.
  kill -0 "$(cat "$folder/run/connect.pid")" 2>/dev/null || break
  sleep 0.5
done
echo "Spark does not start; the end of $folder/log/connect.log:" >&2
tail -n 30 "$folder/log/connect.log" >&2
stop
exit 1
