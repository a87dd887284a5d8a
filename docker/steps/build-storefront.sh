#!/bin/sh
# The pages for the browser and the server that renders them.
set -eu
export NODE_ENV=production
npm run build --workspace=storefront
test -f storefront/dist/server/main.js
test -f storefront/dist/client/manifest.json
