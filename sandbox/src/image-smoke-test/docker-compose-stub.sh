#!/bin/sh
# Replaces `docker` for docker/backup.sh, docker/restore.sh and docker/new-secrets.sh: applies their commands to this machine's
# processes and rejects every command that it does not know. What would start again, the test starts.
# FILES is the folder of the volume, PROCESSES a file with lines "service pid". PG… and REDIS_URL locate the servers.
set -eu
command_line="docker $*"
unknown() { echo "docker-compose-stub.sh does not know: $command_line" >&2; exit 64; }

stop() {
  grep -q "^$1 " "$PROCESSES" || unknown
  pid=$(sed -n "s/^$1 //p" "$PROCESSES")
  kill -TERM "$pid" 2>/dev/null || return 0
  waited=0
  # The stop_grace_period of docker-compose.yml, after which Docker would kill.
  while kill -0 "$pid" 2>/dev/null; do
    [ "$waited" -lt 300 ] || { echo "$1 does not end on SIGTERM." >&2; exit 1; }
    waited=$((waited + 1))
    sleep 0.1
  done
}

[ "$1" = compose ] || unknown
shift
case "$*" in
  "stop "*) shift; for service in "$@"; do stop "$service"; done ;;
  "up -d --wait postgres redis" | "up -d --wait --no-deps --force-recreate "*) ;;
  "exec -T postgres "*) shift 3; exec "$@" ;;
  'exec -T redis sh -c REDISCLI_AUTH=$(cat /run/secrets/redis-password) valkey-cli flushall')
    exec "$(command -v valkey-cli || command -v redis-cli)" -u "$REDIS_URL" flushall ;;
  "exec -T server-1 sh -c cd /shop/files && "*) exec sh -c "cd '$FILES' && ${6#* && }" ;;
  "exec -T server-1 touch /shop/files/last-backup") exec touch "$FILES/last-backup" ;;
  "run --rm --no-deps -T server-1 sh -c cd /shop/files && "*) exec sh -c "cd '$FILES' && ${8#* && }" ;;
  *) unknown ;;
esac
