#!/bin/sh
# Replaces database and pictures by a backup: docker/restore.sh backups/2026-11-21T0317Z
# Read the section about restoring in docs/operating.md first. The shop stays stopped afterwards.
set -eu
cd "$(dirname "$0")/.."
backup=$1
[ -s "$backup/database" ] && [ -s "$backup/files.tar" ] || { echo "$backup contains no complete backup."; exit 1; }
printf 'The shop is stopped, and its database replaced by that of %s. Type yes: ' "$backup"
read -r answer
[ "$answer" = yes ] || exit 1
docker compose stop proxy storefront server-1 server-2 worker
docker compose up -d --wait postgres redis
docker compose exec -T postgres dropdb --username=shop --force --if-exists shop
docker compose exec -T postgres createdb --username=shop shop
docker compose exec -T postgres pg_restore --username=shop --dbname=shop --exit-on-error < "$backup/database"
# Queued work belongs to the previous database.
docker compose exec -T redis valkey-cli flushall
docker compose run --rm --no-deps -T server-1 tar -C /shop/files -xf - < "$backup/files.tar"
# The backup does not contain addresses given out later: skip more than there can have been.
docker compose exec -T postgres psql --username=shop --dbname=shop -v ON_ERROR_STOP=1 \
  -c 'update bitcoin_wallet set next_index = next_index + 1000 where retired_at is null' \
  -c 'delete from shopper_session'
echo "Restored. Now: docker compose up -d --wait"
