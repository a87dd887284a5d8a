#!/bin/bash
# Says what is wrong with the copies of the backups on another machine, and nothing when they are right, so that cron
# mails it: docker/check-backups.sh shop-backups
# With a key it also decrypts the newest one.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: check-backups.sh <folder with the copies> [<file with the key>]" >&2; exit 1; }
key=${2:+$(realpath "$2")}
cd "$1"
newest=$(find . -mindepth 1 -maxdepth 1 -type d -name '20*Z' | sort | tail -n 1)
fail() { echo "$(hostname), $PWD: $1"; exit 1; }
[ -n "$newest" ] || fail "there is no backup."
[ -e "$newest/SHA256SUMS" ] || fail "$newest is not complete."
# The shop makes one a day.
[ -n "$(find "$newest/SHA256SUMS" -mmin -1560)" ] || fail "$newest, the newest backup, is older than 26 hours."
(cd "$newest" && sha256sum --check --quiet SHA256SUMS) || fail "$newest is damaged."
[ -n "$key" ] || exit 0
for file in database.age files.tar.age; do
  age --decrypt --identity "$key" "$newest/$file" > /dev/null || fail "$newest/$file cannot be decrypted with $key."
done
