#!/bin/sh
# Contracts, payments, backend and admin. `medusa build` reads the whole configuration: these stand-ins satisfy it and stay here.
set -eu
npm run build --workspace=contracts --workspace=medusa-payments --workspace=medusa-payment-bitcoin
export NODE_ENV=production SANDBOX=true MEDUSA_DISABLE_TELEMETRY=true
export DATABASE_URL=postgres://build@localhost/build SMTP_URL=smtp://localhost:1025
export JWT_SECRET=stand-in-of-the-build-stand-in-of-the-build COOKIE_SECRET=another-stand-in-of-the-build-another-one
export BITCOIN_NETWORK=regtest BITCOIN_DESCRIPTOR=stand-in BITCOIN_ESPLORA_URL=http://localhost:3002
npm run build --workspace=backend -- --no-lint
test -f backend/.medusa/server/public/admin/index.html
# Modules and providers, whatever their folders are called, have an index.
docker/steps/migration-folders.sh $(find backend/.medusa/server/src/modules backend/src/modules/bitcoin-payment/.medusa/server/src packages/*/.medusa/server/src -name index.js -exec dirname {} +)
