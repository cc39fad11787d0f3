#!/usr/bin/env bash
# Builds Citus from a source tree and starts a coordinator with two workers on this machine, for trials and for
# `npm run test:citus`. Nothing is installed: the programs of PostgreSQL are copied beside what is built.
#
#   scripts/citus-cluster.sh build SOURCE DIRECTORY    SOURCE: a checkout of Citus, DIRECTORY: a new one
#   scripts/citus-cluster.sh start DIRECTORY [PORT]    of the coordinator, 9700 unless said; the workers take the two after it
#   scripts/citus-cluster.sh stop DIRECTORY
#
# Needs PostgreSQL with its headers (`pg_config`, or PG_CONFIG), make and a C compiler. Run as root it starts the servers as
# the user `postgres`, since PostgreSQL refuses to run as root.
set -euo pipefail

pg_config=${PG_CONFIG:-pg_config}

# Whatever lies at an absolute path of the installation lies at the same path below DIRECTORY: PostgreSQL finds its libraries
# and what it shares from where its programs are.
at() { echo "$directory$("$pg_config" "$1")"; }

unprivileged() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

build() {
  local source=$1
  (
    cd "$source"
    ./configure --without-libcurl PG_CONFIG="$pg_config"
    make -j"$(nproc)" extension
    make install-extension install-headers DESTDIR="$directory"
  ) > "$directory/build.log" 2>&1 || { tail -20 "$directory/build.log" >&2; exit 1; }
  for part in --bindir --sharedir --pkglibdir; do
    mkdir -p "$(at $part)"
    cp -an "$("$pg_config" $part)/." "$(at $part)/"
  done
}

node_names=(coordinator worker-1 worker-2)

start() {
  local first=$1 place port name
  mkdir -p "$directory/sockets"
  if [ "$(id -u)" = 0 ]; then
    chmod 755 "$directory"
    chown postgres "$directory/sockets"
  fi
  for place in 0 1 2; do
    name=${node_names[$place]} port=$((first + place))
    if [ ! -d "$directory/$name" ]; then
      mkdir "$directory/$name"
      if [ "$(id -u)" = 0 ]; then chown postgres "$directory/$name"; fi
      unprivileged "$(at --bindir)/initdb" --pgdata "$directory/$name" --username postgres --auth trust \
        --encoding UTF8 --locale C.UTF-8 > "$directory/$name.initdb.log"
    fi
    # Nothing here outlives a trial: the disk is not waited for.
    unprivileged "$(at --bindir)/pg_ctl" start --wait --silent --pgdata "$directory/$name" --log "$directory/$name/log" \
      --options "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$directory/sockets -c max_connections=500 \
-c shared_preload_libraries=citus -c fsync=off -c wal_level=logical -c max_prepared_transactions=500 -c shared_buffers=256MB"
  done
  for place in 0 1 2; do
    query $((first + place)) postgres 'create extension if not exists citus'
  done
  query "$first" postgres "select citus_set_coordinator_host('127.0.0.1', $first)" > /dev/null
  for place in 1 2; do
    query "$first" postgres "select citus_add_node('127.0.0.1', $((first + place)))" > /dev/null
  done
  echo "postgres://postgres@127.0.0.1:$first/postgres"
}

stop() {
  local name
  for name in "${node_names[@]}"; do
    unprivileged "$(at --bindir)/pg_ctl" stop --mode fast --silent --pgdata "$directory/$name"
  done
}

query() { "$(at --bindir)/psql" --no-psqlrc --quiet --host 127.0.0.1 --port "$1" --username postgres --dbname "$2" --command "$3"; }

case "${1:-}" in
  build) directory=$(mkdir -p "$3" && cd "$3" && pwd) && build "$(cd "$2" && pwd)" ;;
  start) directory=$(cd "$2" && pwd) && start "${3:-9700}" ;;
  stop) directory=$(cd "$2" && pwd) && stop ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
