import { defineConfig, loadEnv } from "@medusajs/framework/utils"
import { bitcoinPayment } from "medusa-payment-bitcoin/config"

loadEnv(process.env["NODE_ENV"] ?? "development", process.cwd())

const { BITCOIN_DESCRIPTOR, BITCOIN_ESPLORA_URL, LIGHTNING_URL, LIGHTNING_CREDENTIAL } = process.env

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env["DATABASE_URL"],
    http: {
      storeCors: process.env["STORE_CORS"] ?? "",
      adminCors: process.env["ADMIN_CORS"] ?? "",
      authCors: process.env["AUTH_CORS"] ?? "",
      jwtSecret: process.env["JWT_SECRET"],
      cookieSecret: process.env["COOKIE_SECRET"],
    },
  },
  admin: { disable: process.env["DISABLE_MEDUSA_ADMIN"] === "true" },
  plugins: [
    { resolve: "medusa-payments", options: {} },
    bitcoinPayment({
      network: "regtest",
      descriptor: BITCOIN_DESCRIPTOR,
      source: [{ kind: "esplora", url: BITCOIN_ESPLORA_URL }],
      ...(LIGHTNING_URL && {
        lightning: { node: "lnd", url: LIGHTNING_URL, credential: LIGHTNING_CREDENTIAL },
      }),
      rates: { kind: "fixed", perBitcoin: { GBP: "40000", JPY: "8000000" } },
      confirmations: [{ confirmations: 1 }],
      providerTerms: { strict: { confirmations: [{ confirmations: 3 }], quoteMinutes: 15 } },
    }),
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["bitcoinPayment"],
      options: {
        providers: ["bitcoin", "strict"].map((id) => ({
          resolve: "medusa-payment-bitcoin/providers/bitcoin",
          id,
        })),
      },
    },
  ],
})
