#!/bin/sh
# Before it migrates, Medusa makes a folder "migrations" in every module and provider that has none. Nobody may write
# into a running container, so they are made here.
# usage: migration-folders.sh <folder of a module>…
set -eu
for module in "$@"; do mkdir -p "$module/migrations"; done
