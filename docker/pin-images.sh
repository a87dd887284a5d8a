#!/bin/bash
# Pins every image that is not built here to the digest that its tag has now: docker/pin-images.sh, then commit the result.
# Needs Docker and a connection to the registry. With --check it only lists the images without a digest, and fails if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
files=(docker-compose.yml docker/backend.Dockerfile docker/storefront.Dockerfile)
digest='(@sha256:[0-9a-f]{64})?'
named=$(sed -nE 's/^(FROM| +image:) ([a-z][^ $]*:v?[0-9][^ $]*).*/\2/p' "${files[@]}" | sort -u)

if [ "${1:-}" = --check ]; then
  unpinned=$(grep -v '@sha256:' <<< "$named" || true)
  [ -z "$unpinned" ] || { printf 'Without a digest:\n%s\n' "$unpinned"; exit 1; }
  echo "Every image has a digest."
  exit 0
fi

for image in $(sed -E "s/$digest\$//" <<< "$named" | sort -u); do
  found=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  [[ "$found" =~ ^sha256:[0-9a-f]{64}$ ]] || { echo "The registry names no digest for $image." >&2; exit 1; }
  for file in "${files[@]}"; do
    sed -E "s#^(FROM| +image:) ${image//./\\.}$digest( |\$)#\1 $image@$found\3#" "$file" > "$file.new"
    cat "$file.new" > "$file"
    rm "$file.new"
  done
  echo "$image@$found"
done
