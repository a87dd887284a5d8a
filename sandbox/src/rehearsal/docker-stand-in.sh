#!/bin/sh
# In the place of `docker` for docker/backup.sh and docker/restore.sh: does to this machine's processes what they would
# have done to containers, and refuses whatever it does not know, for then it would prove nothing.
# FILES is the volume's folder, PROCESSES a file of lines "service pid", PG… and REDIS_URL say where those two are.
set -eu
said="docker $*"
unknown() { echo "The rehearsal does not know: $said" >&2; exit 64; }

end() {
  grep -q "^$1 " "$PROCESSES" || unknown
  pid=$(sed -n "s/^$1 //p" "$PROCESSES")
  kill -TERM "$pid" 2>/dev/null || return 0
  waited=0
  # As long as stop_grace_period in docker-compose.yml, after which Docker would kill.
  while kill -0 "$pid" 2>/dev/null; do
    [ "$waited" -lt 300 ] || { echo "$1 does not end when it is asked to." >&2; exit 1; }
    waited=$((waited + 1))
    sleep 0.1
  done
}

[ "$1" = compose ] || unknown
shift
case "$*" in
  "stop "*) shift; for service in "$@"; do end "$service"; done ;;
  "up -d --wait postgres redis") ;;
  "exec -T postgres "*) shift 3; exec "$@" ;;
  "exec -T redis valkey-cli "*)
    shift 4
    exec "$(command -v valkey-cli || command -v redis-cli)" -u "$REDIS_URL" "$@" ;;
  "exec -T server-1 tar -C /shop/files "*) shift 6; exec tar -C "$FILES" "$@" ;;
  "run --rm --no-deps -T server-1 tar -C /shop/files "*) shift 8; exec tar -C "$FILES" "$@" ;;
  *) unknown ;;
esac
