#!/bin/sh
# Backs up database and pictures to backups/<time>/ while the shop runs. Run it by cron and copy the folder elsewhere.
set -eu
cd "$(dirname "$0")/.."
target="backups/$(date -u +%Y-%m-%dT%H%MZ)"
umask 077
mkdir -p "$target"
docker compose exec -T postgres pg_dump --username=shop --format=custom shop > "$target/database.part"
docker compose exec -T server-1 tar -C /shop/files -cf - media media-private > "$target/files.part"
# Files with their final names are complete.
mv "$target/database.part" "$target/database"
mv "$target/files.part" "$target/files.tar"
ls -l "$target"
