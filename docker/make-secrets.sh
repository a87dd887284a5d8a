#!/bin/sh
# Creates missing secrets and never overwrites one. Run it again after adding a file yourself.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# The folder excludes other users; the containers' user must be able to read the files.
chmod 700 secrets
random() { head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'; }
keep() {
  [ -e "secrets/$1" ] && return
  echo "$2" > "secrets/$1.part"
  mv "secrets/$1.part" "secrets/$1"
}
optional() { [ -e "secrets/$1" ] || : > "secrets/$1"; }
keep postgres-password "$(random 24)"
keep database-url "postgres://shop:$(cat secrets/postgres-password)@postgres:5432/shop"
keep redis-password "$(random 24)"
keep redis-conf "requirepass $(cat secrets/redis-password)"
keep redis-url "redis://:$(cat secrets/redis-password)@redis:6379"
keep jwt-secret "$(random 32)"
keep cookie-secret "$(random 32)"
keep mfa-encryption-key "$(random 32)"
keep admin-password "$(random 12)"
# Without cards they stay empty. Compose needs the files.
optional stripe-secret-key
optional stripe-webhook-secret
find secrets -type f -size +0 -exec chmod 444 {} +
find secrets -type f -size 0 -exec chmod 644 {} +
[ -s secrets/smtp-url ] || echo "secrets/smtp-url is still missing: write smtp://user:password@host:587 of your mail server into it."
ls secrets
