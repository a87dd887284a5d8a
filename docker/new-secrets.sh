#!/bin/bash
# Replaces the secrets that only this server knows, and restarts what reads them: docker/new-secrets.sh sessions database redis
# docs/operating.md says what each one signs out, and how to replace the others.
set -euo pipefail
cd "$(dirname "$0")/.."
renew() {
  for name in "$@"; do rm -f "secrets/$name"; done
  docker/make-secrets.sh > /dev/null
}
[ $# -gt 0 ] || { echo "usage: docker/new-secrets.sh sessions|database|redis …" >&2; exit 1; }
for what in "$@"; do
  [[ $what =~ ^(sessions|database|redis)$ ]] || { echo "$what is none of: sessions, database, redis" >&2; exit 1; }
done
again="docker/new-secrets.sh $*"
trap '[ $? -eq 0 ] || echo "Not every part has the new secrets; run this again: $again" >&2' EXIT
for what in "$@"; do
  case $what in
    sessions) renew jwt-secret cookie-secret ;;
    database)
      renew postgres-password database-url
      # As input: an argument would show the password to every process.
      echo "alter role shop password '$(cat secrets/postgres-password)'" |
        docker compose exec -T postgres psql --username=shop --no-psqlrc --set=ON_ERROR_STOP=1 --quiet
      ;;
    redis)
      renew redis-password redis-conf redis-url
      docker compose up -d --wait --no-deps --force-recreate redis
      ;;
  esac
done
for part in server-1 server-2 worker; do docker compose up -d --wait --no-deps --force-recreate "$part"; done
