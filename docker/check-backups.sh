#!/bin/bash
# Says what is wrong with the copies of the backups on another machine, and nothing when they are right, so that cron
# mails it: docker/check-backups.sh shop-backups
# With a key it also decrypts the newest one. With KEEP_DAYS it deletes older ones, if the newest is right.
set -euo pipefail
# Names are compared as bytes.
export LC_ALL=C
[ $# -ge 1 ] || { echo "usage: check-backups.sh <folder with the copies> [<file with the key>]" >&2; exit 1; }
key=${2:+$(realpath "$2")}
cd "$1"
# A folder's name is its time: a copy's own times are those of copying.
backups() { find . -mindepth 1 -maxdepth 1 -type d -name '20*Z' -printf '%f\n' | sort; }
ago() { date -u -d "-$1" +%Y-%m-%dT%H%MZ; }
newest=$(backups | tail -n 1)
fail() { echo "$(hostname), $PWD: $1"; exit 1; }
[ -n "$newest" ] || fail "there is no backup."
[ -e "$newest/SHA256SUMS" ] || fail "$newest is not complete."
# The shop makes one a day.
[[ $newest > $(ago '25 hours') ]] || fail "$newest, the newest backup, is older than 25 hours."
[[ ! $newest > $(ago '0 hours') ]] || fail "$newest is of a time to come."
(cd "$newest" && sha256sum --check --quiet SHA256SUMS) || fail "$newest is damaged."
if [ -n "$key" ]; then
  for file in database.age files.tar.age; do
    age --decrypt --identity "$key" "$newest/$file" > /dev/null || fail "$newest/$file cannot be decrypted with $key."
  done
fi
[ -n "${KEEP_DAYS:-}" ] || exit 0
# The newest seven stay, whatever their age.
backups | head -n -7 | while read -r name; do [[ $name > $(ago "$KEEP_DAYS days") ]] || rm -r "$name"; done
