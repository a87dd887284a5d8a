#!/bin/bash
# Replaces database and pictures by a backup: docker/restore.sh backups/2026-11-21T0317Z shop-backup-key.txt
# Undoes that: docker/restore.sh --back <the time that it printed>
# Read the section about restoring in docs/operating.md first. The backup is loaded and examined beside the shop's own data;
# only a complete one takes their place, and they are kept. The shop stays stopped afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { echo "usage: docker/restore.sh backups/<time> <file with the key>, or --back <time>" >&2; exit 1; }
backup=$1
key=$2
time=$(date -u +%Y%m%d%H%M%S)
decrypt() { age --decrypt --identity "$key" "$backup/$1"; }
postgres() { docker compose exec -T postgres "$@"; }
# Without input of its own: the answer below is typed for this script.
sql() { postgres psql --username=shop --no-psqlrc --set=ON_ERROR_STOP=1 --quiet --tuples-only --no-align "$@" < /dev/null; }
files() { docker compose run --rm --no-deps -T server-1 sh -c "cd /shop/files && $1"; }
orders() { sql --dbname="$1" -c "select format('%s orders, the last of %s', count(*), coalesce(to_char(max(created_at) at time zone 'utc', 'YYYY-MM-DD HH24:MI UTC'), 'never')) from \"order\""; }
# The shop's wallets as statements for another database: an index there is not below the one here.
wallets() { sql --dbname=shop -c "select format('insert into bitcoin_wallet (id, descriptor, network, next_index, retired_at) values (%L, %L, %L, %s, now()) on conflict (descriptor) do update set next_index = greatest(bitcoin_wallet.next_index, excluded.next_index);', id, descriptor, network, next_index) from bitcoin_wallet"; }

# What takes the place of the shop's data, and the name under which those are kept.
if [ "$backup" = --back ]; then
  [[ $key =~ ^[0-9]{14}$ ]] || { echo "$key is no time like 20261127091500." >&2; exit 1; }
  what="the data before the restore"
  database=shop_before_$key folder=before-$key kept=undone
else
  what="the backup" database=shop_restored folder=restored kept=before
  [ -s "$backup/database.age" ] && [ -s "$backup/files.tar.age" ] || { echo "$backup contains no complete backup."; exit 1; }
  for file in database.age files.tar.age; do
    size=$(decrypt "$file" | wc -c) || { echo "$backup/$file cannot be decrypted with $key."; exit 1; }
  done
fi
docker compose up -d --wait postgres redis < /dev/null

unchanged="Not restored. The shop's database and pictures are as they were."
outcome=$unchanged
discard() {
  sql --dbname=postgres -c 'set client_min_messages = warning' -c 'drop database if exists shop_restored with (force)'
  files 'rm -rf restored' < /dev/null
}
finish() { code=$?; [ $code -eq 0 ] || discard || true; echo "$outcome"; exit $code; }
trap finish EXIT
if [ "$backup" != --back ]; then
  discard
  # The pictures as large as in the backup, the database as the shop's is now.
  needed=$((size + $(sql --dbname=postgres -c "select coalesce(sum(pg_database_size(oid)), 0) from pg_database where datname = 'shop'")))
  free=$(postgres df --block-size=1 --output=avail "$(sql --dbname=postgres -c 'show data_directory')" < /dev/null | tail -n 1)
  [ "$free" -gt "$needed" ] || { echo "The disk has $((free / 1000000)) MB free, and $((needed / 1000000)) are needed."; exit 1; }
  postgres createdb --username=shop shop_restored < /dev/null
  decrypt database.age | postgres pg_restore --username=shop --dbname=shop_restored --exit-on-error --single-transaction
  decrypt files.tar.age | files 'mkdir restored && tar -C restored -xf -'
fi
files "ls $folder/media $folder/media-private > /dev/null" < /dev/null
[ -n "$(sql --dbname=$database -c 'select id from bitcoin_wallet where retired_at is null')" ] ||
  { echo "There is no wallet in use in $what: it is not a shop's."; exit 1; }
echo "In $what:  $(orders $database)"
echo "In the shop:    $(orders shop 2> /dev/null || echo 'no database that can be read')"
readable=yes
wallets > /dev/null 2>&1 || readable=
[ -n "$readable" ] || echo "The shop's wallets cannot be read. 1000 addresses of each wallet in $what are skipped: enough, unless more were given out since."
printf 'The shop is stopped, and its database and pictures replaced by %s. Type yes: ' "$what"
read -r answer
[ "$answer" = yes ] || exit 1

outcome="$unchanged The shop is stopped: docker compose up -d --wait"
docker compose stop proxy storefront server-1 server-2 worker < /dev/null
# Another restore, or a wallet changed since, must not give an address out again. Skip more than are missing here, too.
given_out=
[ -z "$readable" ] || given_out=$(wallets)
sql --dbname=$database --single-transaction -c "$given_out" -c 'update bitcoin_wallet set next_index = next_index + 1000' -c 'delete from shopper_session'
# Both names change or neither does.
sql --dbname=postgres --single-transaction \
  -c "select pg_terminate_backend(pid) from pg_stat_activity where datname in ('shop', '$database')" \
  -c "do 'begin if exists (select from pg_database where datname = ''shop'') then alter database shop rename to shop_${kept}_$time; end if; end'" \
  -c "alter database $database rename to shop" > /dev/null
discard() { :; }
outcome="The database is restored, the pictures are not: run this again."
[ "$backup" != --back ] || outcome="The database is back, the pictures are not: they are in the folder $folder."
# Queued work belongs to the previous database.
docker compose exec -T redis sh -c 'REDISCLI_AUTH=$(cat /run/secrets/redis-password) valkey-cli flushall' < /dev/null
files "mkdir -p media media-private $kept-$time && mv media media-private $kept-$time && mv $folder/* . && rmdir $folder" < /dev/null
outcome="Restored. Now: docker compose up -d --wait
The previous data are kept as the database shop_${kept}_$time and the folder $kept-$time; docs/operating.md says how to delete them."
[ "$backup" = --back ] || outcome="$outcome
To undo this: docker/restore.sh --back $time"
