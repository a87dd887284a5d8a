#!/bin/sh
# Makes what is secret once, and never overwrites: run it again after you have added a file of your own.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# The folder keeps others out; a container's user, who is nobody on this machine, must read the files.
chmod 700 secrets
keep() { [ -s "secrets/$1" ] || cat > "secrets/$1"; chmod 444 "secrets/$1"; }
random() { openssl rand -hex "$1"; }
random 24 | keep postgres-password
echo "postgres://shop:$(cat secrets/postgres-password)@postgres:5432/shop" | keep database-url
random 32 | keep jwt-secret
random 32 | keep cookie-secret
random 12 | keep admin-password
[ -s secrets/smtp-url ] || echo "secrets/smtp-url is still missing: write smtp://user:password@host:587 of your mail server into it."
ls secrets
