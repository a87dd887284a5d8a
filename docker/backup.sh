#!/bin/bash
# Backs up database and pictures to backups/<time>/ while the shop runs, encrypted for BACKUP_RECIPIENT: this machine cannot
# read its own backups. Older ones than BACKUP_KEEP_DAYS are deleted. Run it by cron and copy the folder elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."
setting() { sed -n "s/^$1=//p" .env 2> /dev/null || true; }
recipient=${BACKUP_RECIPIENT:-$(setting BACKUP_RECIPIENT)}
days=${BACKUP_KEEP_DAYS:-$(setting BACKUP_KEEP_DAYS)}
[ -n "$recipient" ] || { echo "BACKUP_RECIPIENT is missing in .env: docs/operating.md, Backups." >&2; exit 1; }
exec 9< docker/backup.sh
flock --nonblock 9 || { echo "Another backup is being made." >&2; exit 1; }
target="backups/$(date -u +%Y-%m-%dT%H%MZ)"
umask 077
mkdir -p "$target"
trap 'rm -f "$target"/*.part; rmdir --ignore-fail-on-non-empty "$target"' EXIT
encrypt() { age --encrypt --recipient "$recipient" --output "$1"; }
docker compose exec -T postgres pg_dump --username=shop --format=custom shop | encrypt "$target/database.part"
# tar ends with 1 when a picture was added or deleted meanwhile. Docker's own failures do too, so the container tells them apart.
docker compose exec -T server-1 sh -c 'cd /shop/files && { tar --warning=no-file-changed -cf - media media-private || [ $? -eq 1 ]; }' |
  encrypt "$target/files.part"
# Files with their final names are complete.
mv "$target/database.part" "$target/database.age"
mv "$target/files.part" "$target/files.tar.age"
(cd "$target" && sha256sum database.age files.tar.age > SHA256SUMS)
# Its age is a metric: docker/alerts.yml.
docker compose exec -T server-1 touch /shop/files/last-backup
# Only after a new one is complete.
find backups -mindepth 1 -maxdepth 1 -type d -mtime +"${days:-30}" -exec rm -r {} +
ls -l "$target"
