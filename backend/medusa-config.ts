import path from "node:path"
import { bitcoinPayment } from "medusa-payment-bitcoin/config"
import { defineConfig } from "@medusajs/framework/utils"
import { environment } from "./src/platform/config"
import { createLogger } from "./src/platform/config/logger"
import {
  bitcoinSource,
  firebaseOptions,
  gapLimitOf,
  lightningOptions,
  STAFF_SESSION_HOURS,
  stripeOptions,
} from "./src/platform/config/module-options"
import { oneDialogOnProducts } from "./src/platform/config/one-dialog-on-products"
import { SHOP_CURRENCY } from "./src/platform/money"
import { transactionUrl } from "./src/platform/config/explorer"
import { bankHolidays } from "./src/orders/delivery/bank-holidays"
import { UK_TIME_ZONE } from "./src/orders/delivery/uk-clock"
import { currentRequestId } from "./src/platform/server/request-context"

const isHttps = environment.BACKEND_PUBLIC_URL.startsWith("https://")
const redis = environment.REDIS_URL
const CONTRACTS = path.join(__dirname, "../contracts/src")

/** Without Redis, one process keeps these in memory. With Redis, all of them use it; otherwise processes would disagree. */
const sharedModules = redis
  ? [
      {
        resolve: "@medusajs/medusa/event-bus-redis",
        options: {
          redisUrl: redis,
          jobOptions: {
            attempts: 5,
            backoff: { type: "exponential", delay: 1000 },
            removeOnComplete: 1000,
            removeOnFail: 5000,
          },
        },
      },
      {
        resolve: "@medusajs/medusa/workflow-engine-redis",
        // Run scheduled jobs concurrently: a slow mail server must not delay the others.
        options: { redis: { redisUrl: redis, jobWorkerOptions: { concurrency: 8 } } },
      },
      {
        resolve: "@medusajs/medusa/locking",
        options: {
          providers: [
            {
              resolve: "@medusajs/medusa/locking-redis",
              id: "locking-redis",
              is_default: true,
              options: { redisUrl: redis },
            },
          ],
        },
      },
      {
        resolve: "@medusajs/medusa/caching",
        options: {
          providers: [
            {
              resolve: "@medusajs/caching-redis",
              id: "caching-redis",
              is_default: true,
              options: { redisUrl: redis },
            },
          ],
        },
      },
    ]
  : [{ resolve: "@medusajs/medusa/caching", options: { in_memory: { enable: true } } }]

export default defineConfig({
  projectConfig: {
    databaseUrl: environment.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    redisUrl: redis,
    workerMode: environment.MEDUSA_WORKER_MODE,
    http: {
      storeCors: environment.PUBLIC_URL,
      adminCors: environment.BACKEND_PUBLIC_URL,
      authCors: [environment.PUBLIC_URL, environment.BACKEND_PUBLIC_URL].join(","),
      jwtSecret: environment.JWT_SECRET,
      cookieSecret: environment.COOKIE_SECRET,
      jwtExpiresIn: "1h",
      // Shoppers sign in at /api/session alone; Medusa's own /auth is for staff, with a password.
      authMethodsPerActor: { user: ["emailpass"], customer: [] },
    },
    // Over plain http a Secure cookie never comes back, and staff could not log in to the admin.
    sessionOptions: { ttl: STAFF_SESSION_HOURS * 3_600_000, resave: false },
    cookieOptions: { secure: isHttps, sameSite: "lax" },
  },
  admin: {
    disable: environment.DISABLE_MEDUSA_ADMIN,
    backendUrl: "/",
    // What is built of the contracts is CommonJS, whose names the admin's bundler does not see: it takes their source.
    vite: () => ({
      plugins: [oneDialogOnProducts],
      optimizeDeps: { rolldownOptions: { plugins: [oneDialogOnProducts] } },
      resolve: {
        alias: [
          { find: "@shop/contracts/staff-payments", replacement: path.join(CONTRACTS, "staff-payments.ts") },
          { find: "@shop/contracts/staff", replacement: path.join(CONTRACTS, "staff.ts") },
          { find: "@shop/contracts", replacement: path.join(CONTRACTS, "index.ts") },
        ],
      },
    }),
    maxUploadFileSize: 10 * 1024 * 1024,
  },
  featureFlags: { caching: true },
  logger: createLogger({
    hasAccessLog: environment.NODE_ENV !== "production",
    requestId: currentRequestId,
  }),
  plugins: [
    { resolve: "medusa-payments", options: { alertAfter: environment.OUTBOX_ALERT_AFTER } },
    bitcoinPayment({
      network: environment.BITCOIN_NETWORK,
      descriptor: environment.BITCOIN_DESCRIPTOR,
      source: bitcoinSource(environment),
      lightning: lightningOptions(environment),
      rates:
        environment.BITCOIN_RATE === "fixed"
          ? { kind: "fixed", perBitcoin: { [SHOP_CURRENCY]: environment.BITCOIN_RATE_GBP } }
          : {
              kind: "live",
              spreadPercent: environment.BITCOIN_RATE_SPREAD_PERCENT,
              outlierPercent: environment.BITCOIN_RATE_OUTLIER_PERCENT,
              maxAgeSeconds: environment.BITCOIN_RATE_MAX_AGE_SECONDS,
              markets: environment.BITCOIN_RATE_MARKETS,
            },
      confirmations: environment.BITCOIN_CONFIRMATIONS.map(({ belowPounds, confirmations }) => ({
        below: belowPounds === null ? null : { [SHOP_CURRENCY]: belowPounds },
        confirmations,
      })),
      twoSourcesFrom: { [SHOP_CURRENCY]: environment.BITCOIN_TWO_SOURCES_FROM_GBP },
      quoteMinutes: environment.BITCOIN_QUOTE_MINUTES,
      gapLimit: gapLimitOf(environment),
      firstConfirmationHours: environment.BITCOIN_FIRST_CONFIRMATION_HOURS,
      graceMinutes: environment.BITCOIN_GRACE_MINUTES,
      toleranceMinor: environment.BITCOIN_TOLERANCE_PENCE,
      tolerancePercent: environment.BITCOIN_TOLERANCE_PERCENT,
      holdMinutes: environment.BITCOIN_HOLD_MINUTES,
      caseHours: environment.BITCOIN_CASE_HOURS,
      workingDays: { timeZone: UK_TIME_ZONE, holidays: bankHolidays() },
      transactionUrl: transactionUrl(),
    }),
  ],
  modules: [
    ...sharedModules,
    // Without this module the shop has no card payments on a processor's page.
    {
      resolve: "./src/modules/card-payment",
      options: {
        stripe: stripeOptions(environment),
        reservationMinutes: environment.CARD_RESERVATION_MINUTES,
        latePayments: environment.CARD_LATE_PAYMENTS,
        publicUrl: environment.PUBLIC_URL,
        shopName: environment.SHOP_NAME,
      },
    },
    {
      resolve: "@medusajs/medusa/payment",
      // How the providers reach our own tables: the container hands them the modules at call time.
      dependencies: ["bitcoinPayment", "cardPayment"],
      options: {
        providers: [
          { resolve: "medusa-payment-bitcoin/providers/bitcoin", id: "bitcoin" },
          { resolve: "./src/modules/card-payment/provider", id: "card" },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/tax",
      dependencies: ["businessDetails"],
      options: {
        providers: [
          {
            resolve: "./src/modules/business-details/vat-provider",
            id: "uk",
            options: {
              vatNumber: environment.SHOP_VAT_NUMBER ?? null,
              deliveryVat: environment.DELIVERY_VAT,
            },
          },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/auth",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/auth-emailpass", id: "emailpass" },
          {
            resolve: "./src/modules/firebase-auth",
            id: "firebase-auth",
            options: firebaseOptions(environment),
          },
        ],
        mfa: {
          encryption_key: environment.MFA_ENCRYPTION_KEY,
          // An open session alone must not be able to remove the second factor.
          disable_policy: "challenge",
          providers: [{ id: "totp", options: { issuer: environment.SHOP_NAME } }],
        },
      },
    },
    { resolve: "./src/modules/access" },
    { resolve: "./src/modules/shop" },
    { resolve: "./src/modules/food-information" },
    { resolve: "./src/modules/business-details" },
    {
      resolve: "@medusajs/medusa/notification",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
          {
            resolve: "./src/modules/mail",
            id: "smtp",
            options: { channels: ["email"], smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM },
          },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/file",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/file-local",
            id: "local",
            options: {
              upload_dir: environment.MEDIA_DIR,
              // Exports hold names and addresses: outside the folder that anyone may read.
              private_upload_dir: `${environment.MEDIA_DIR}-private`,
              backend_url: `${environment.BACKEND_PUBLIC_URL}/static`,
            },
          },
        ],
      },
    },
  ],
})
