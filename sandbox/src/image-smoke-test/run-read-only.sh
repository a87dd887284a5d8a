#!/bin/sh
# Runs a command in the folder of a built image as docker-compose.yml does: on a read-only root with an empty /tmp, as the
# user `node`, without capabilities. Needs root. The process keeps its id, so a signal reaches the command itself.
# usage: run-read-only.sh <root> <folder in it> <volume:path in it>… -- <command>…
set -eu
[ "${IN_OWN_MOUNTS:-}" = yes ] || IN_OWN_MOUNTS=yes exec unshare --mount -- "$0" "$@"
unset IN_OWN_MOUNTS
root=$1
folder=$2
shift 2
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
while [ "$1" != -- ]; do
  mkdir -p "$root${1#*:}"
  mount --bind "${1%%:*}" "$root${1#*:}"
  shift
done
shift
for file in hosts resolv.conf; do
  touch "$root/etc/$file"
  mount --bind "/etc/$file" "$root/etc/$file"
done
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd="$folder" -- setpriv --reuid=node --regid=node --clear-groups \
  --bounding-set=-all --no-new-privs -- "$@"
