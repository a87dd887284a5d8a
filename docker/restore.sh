#!/bin/bash
# Replaces database and pictures by a backup: docker/restore.sh backups/2026-11-21T0317Z shop-backup-key.txt
# Read the section about restoring in docs/operating.md first. The shop stays stopped afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { echo "usage: docker/restore.sh backups/<time> <file with the key>" >&2; exit 1; }
backup=$1
key=$2
decrypt() { age --decrypt --identity "$key" "$backup/$1"; }
[ -s "$backup/database.age" ] && [ -s "$backup/files.tar.age" ] || { echo "$backup contains no complete backup."; exit 1; }
# Wrong keys and damaged files must show before anything is deleted.
for file in database.age files.tar.age; do
  decrypt "$file" > /dev/null || { echo "$backup/$file cannot be decrypted with $key."; exit 1; }
done
printf 'The shop is stopped, and its database replaced by that of %s. Type yes: ' "$backup"
read -r answer
[ "$answer" = yes ] || exit 1
docker compose stop proxy storefront server-1 server-2 worker
docker compose up -d --wait postgres redis
docker compose exec -T postgres dropdb --username=shop --force --if-exists shop
docker compose exec -T postgres createdb --username=shop shop
decrypt database.age | docker compose exec -T postgres pg_restore --username=shop --dbname=shop --exit-on-error
# Queued work belongs to the previous database.
docker compose exec -T redis sh -c 'REDISCLI_AUTH=$(cat /run/secrets/redis-password) valkey-cli flushall'
decrypt files.tar.age | docker compose run --rm --no-deps -T server-1 tar -C /shop/files -xf -
# The backup does not contain addresses given out later: skip more than there can have been.
docker compose exec -T postgres psql --username=shop --dbname=shop -v ON_ERROR_STOP=1 \
  -c 'update bitcoin_wallet set next_index = next_index + 1000 where retired_at is null' \
  -c 'delete from shopper_session'
echo "Restored. Now: docker compose up -d --wait"
