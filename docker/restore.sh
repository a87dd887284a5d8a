#!/bin/bash
# Replaces database and pictures by a backup: docker/restore.sh backups/2026-11-21T0317Z shop-backup-key.txt
# Read the section about restoring in docs/operating.md first. The backup is loaded and examined beside the shop's own data;
# only a complete one takes their place, and they are kept. The shop stays stopped afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { echo "usage: docker/restore.sh backups/<time> <file with the key>" >&2; exit 1; }
backup=$1
key=$2
time=$(date -u +%Y%m%d%H%M%S)
decrypt() { age --decrypt --identity "$key" "$backup/$1"; }
postgres() { docker compose exec -T postgres "$@"; }
# Without input of its own: the answer below is typed for this script.
sql() { postgres psql --username=shop --no-psqlrc --set=ON_ERROR_STOP=1 --quiet --tuples-only --no-align "$@" < /dev/null; }
files() { docker compose run --rm --no-deps -T server-1 sh -c "cd /shop/files && $1"; }
orders() { sql --dbname="$1" -c "select format('%s orders, the last of %s', count(*), coalesce(to_char(max(created_at) at time zone 'utc', 'YYYY-MM-DD HH24:MI UTC'), 'never')) from \"order\""; }

[ -s "$backup/database.age" ] && [ -s "$backup/files.tar.age" ] || { echo "$backup contains no complete backup."; exit 1; }
for file in database.age files.tar.age; do
  decrypt "$file" > /dev/null || { echo "$backup/$file cannot be decrypted with $key."; exit 1; }
done
docker compose up -d --wait postgres redis < /dev/null

outcome="Not restored. The shop's database and pictures are as they were."
discard() {
  sql --dbname=postgres -c 'set client_min_messages = warning' -c 'drop database if exists shop_restored with (force)'
  files 'rm -rf restored' < /dev/null
}
finish() { code=$?; [ $code -eq 0 ] || discard || true; echo "$outcome"; exit $code; }
trap finish EXIT
discard
postgres createdb --username=shop shop_restored < /dev/null
decrypt database.age | postgres pg_restore --username=shop --dbname=shop_restored --exit-on-error --single-transaction
decrypt files.tar.age | files 'mkdir restored && tar -C restored -xf - && ls restored/media restored/media-private > /dev/null'
# The backup does not contain addresses given out later: skip more than there can have been.
[ -n "$(sql --dbname=shop_restored -c 'delete from shopper_session' \
  -c 'update bitcoin_wallet set next_index = next_index + 1000 where retired_at is null returning id')" ] ||
  { echo "The backup has no wallet in use: it is not a shop's."; exit 1; }
echo "In the backup:  $(orders shop_restored)"
echo "In the shop:    $(orders shop 2> /dev/null || echo 'no database that can be read')"
printf 'The shop is stopped, and its database and pictures replaced by those of %s. Type yes: ' "$backup"
read -r answer
[ "$answer" = yes ] || exit 1

docker compose stop proxy storefront server-1 server-2 worker < /dev/null
# Both names change or neither does.
sql --dbname=postgres --single-transaction \
  -c "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'" \
  -c "do 'begin if exists (select from pg_database where datname = ''shop'') then alter database shop rename to shop_before_$time; end if; end'" \
  -c 'alter database shop_restored rename to shop' > /dev/null
outcome="The database is restored, the pictures are not: run this again."
# Queued work belongs to the previous database.
docker compose exec -T redis sh -c 'REDISCLI_AUTH=$(cat /run/secrets/redis-password) valkey-cli flushall' < /dev/null
files "mkdir before-$time && mv media media-private before-$time && mv restored/* . && rmdir restored" < /dev/null
outcome="Restored. Now: docker compose up -d --wait
The previous data are kept as the database shop_before_$time and the folder before-$time; docs/operating.md says how to delete them."
