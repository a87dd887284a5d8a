# The storefront: pages for the browser and the server that renders them.
# `npm run images:test` builds and runs this image.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /shop
COPY .npmrc package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY packages/medusa-payment-bitcoin-storefront/package.json packages/medusa-payment-bitcoin-storefront/
COPY storefront/package.json storefront/
COPY docker/steps docker/steps

FROM manifests AS build
RUN docker/steps/install.sh storefront
COPY tsconfig.base.json ./
COPY contracts contracts
COPY packages/medusa-payment-bitcoin-storefront packages/medusa-payment-bitcoin-storefront
COPY storefront storefront
COPY brands brands
ARG BRAND=demo
RUN docker/steps/build-storefront.sh

FROM manifests AS packages
RUN docker/steps/install.sh storefront --omit=dev
RUN docker/steps/trim.sh

FROM node:24.21.0-bookworm-slim AS image
WORKDIR /shop
ENV NODE_ENV=production STOREFRONT_HOST=0.0.0.0 STOREFRONT_PORT=8000
COPY --from=packages /shop/node_modules node_modules
COPY --from=packages /shop/storefront storefront
COPY --from=build /shop/storefront/dist storefront/dist
# A volume begins with the owner of the folder it is laid over.
COPY --chown=node:node docker/files files
WORKDIR /shop/storefront
USER node
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:8000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
