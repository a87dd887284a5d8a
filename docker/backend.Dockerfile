# Backend and admin: one image for the servers, the worker and the preparation of the database.
# `npm run images:test` builds and runs this image.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /shop
COPY .npmrc package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY backend/src/modules/bitcoin-payment/package.json backend/src/modules/bitcoin-payment/
COPY packages/medusa-payments/package.json packages/medusa-payments/
COPY packages/medusa-payment-bitcoin-storefront/package.json packages/medusa-payment-bitcoin-storefront/
COPY docker/steps docker/steps

FROM manifests AS build
RUN docker/steps/install.sh backend --workspace=medusa-payment-bitcoin --workspace=medusa-payments
COPY tsconfig.base.json ./
COPY contracts contracts
COPY packages packages
COPY backend backend
COPY brands brands
RUN docker/steps/build-backend.sh

FROM manifests AS packages
RUN docker/steps/install.sh backend --workspace=medusa-payment-bitcoin --workspace=medusa-payments --omit=dev
RUN docker/steps/trim.sh
RUN docker/steps/migration-folders.sh node_modules/@medusajs/*/dist

FROM node:24.21.0-bookworm-slim AS image
WORKDIR /shop
ENV NODE_ENV=production MEDUSA_DISABLE_TELEMETRY=true XDG_CONFIG_HOME=/tmp
COPY --from=packages /shop/node_modules node_modules
COPY --from=build /shop/contracts/package.json contracts/package.json
COPY --from=build /shop/contracts/dist contracts/dist
# Medusa wants a package.json beside what it starts. Nothing can be installed by it: it names @shop/contracts, which no
# registry has; what runs is installed from our own lock, above.
COPY --from=build /shop/backend/.medusa/server backend
COPY --from=build /shop/backend/src/modules/bitcoin-payment/package.json backend/src/modules/bitcoin-payment/package.json
COPY --from=build /shop/backend/src/modules/bitcoin-payment/.medusa backend/src/modules/bitcoin-payment/.medusa
COPY --from=build /shop/packages/medusa-payments/package.json packages/medusa-payments/package.json
COPY --from=build /shop/packages/medusa-payments/.medusa packages/medusa-payments/.medusa
COPY brands brands
# Packages of which Medusa has another version.
COPY --from=packages /shop/backend/node_modules backend/node_modules
# A volume begins with the owner of the folder it is laid over.
COPY --chown=node:node docker/files files
WORKDIR /shop/backend
USER node
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:9000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "../node_modules/@medusajs/cli/cli.js", "start", "--host", "0.0.0.0", "--port", "9000"]
