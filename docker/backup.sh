#!/bin/sh
# Database and pictures into backups/<time>/, while the shop runs. Put it into cron, and copy the folder to another place.
set -eu
cd "$(dirname "$0")/.."
target="backups/$(date -u +%Y-%m-%dT%H%MZ)"
umask 077
mkdir -p "$target"
docker compose exec -T postgres pg_dump --username=shop --format=custom shop > "$target/database.part"
docker compose exec -T server-1 tar -C /shop/files -cf - media media-private > "$target/files.part"
# Under their final names both are whole.
mv "$target/database.part" "$target/database"
mv "$target/files.part" "$target/files.tar"
ls -l "$target"
