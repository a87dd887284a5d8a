import { z } from "@medusajs/framework/zod"
import { confirmationRules } from "./confirmation-rules"

/** The operator reads the messages of these fields: plain words that say what to do. */
const secret = z.string().min(32, "needs at least 32 characters; `openssl rand -hex 32` makes one")
const origin = z
  .url({ protocol: /^https?$/, error: "needs a web address like https://shop.example" })
  .transform((url) => new URL(url).origin)
const text = z.string().trim().min(1, "needs a value")
const mailAddress = z.email("needs an email address like staff@shop.example")
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `needs one of: ${values.join(", ")}`)
const between = (from: number, to: number) => {
  const message = `needs a number from ${from} to ${to}`
  return z.coerce.number(message).min(from, message).max(to, message)
}
const wholeBetween = (from: number, to: number) => {
  const message = `needs a whole number from ${from} to ${to}`
  return z.coerce.number(message).int(message).min(from, message).max(to, message)
}
const percentBelow = (limit: number) =>
  z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, { error: "needs a percentage like 1.5", abort: true })
    .refine((percent) => Number(percent) < limit, `needs a percentage below ${limit}`)

const webAddresses = (error: string) =>
  z
    .string()
    .transform((value) => value.split(",").map((url) => url.trim().replace(/\/+$/, "")))
    .pipe(
      z
        .array(z.url({ protocol: /^https?$/, error }))
        .min(1, error)
        .max(2, error),
    )

/** A date like 2026-03-01 as the start of that day (UTC, in ms), or a block height. */
const birthday = z.union(
  [
    z
      .string()
      .regex(/^\d{1,8}$/)
      .transform((height) => ({ height: Number(height) })),
    z.iso.date().transform((day) => ({ at: Date.parse(day) })),
  ],
  { error: "needs a day like 2026-03-01 or the height of a block" },
)

const MARKETS = ["kraken", "coinbase", "bitstamp", "bitfinex", "coingecko"] as const

export const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** An attacker on an unencrypted connection to a market could change the shop's rate. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname))
}

const market = z.object({
  name: z.enum(MARKETS, `needs names out of ${MARKETS.join(", ")}`),
  url: z.string().refine(isSafe, "needs https addresses").optional(),
})

/** `kraken, coinbase, bitstamp=https://mirror.example/btcgbp`: names, each with an optional address. */
const rateMarkets = z
  .string()
  .transform((text) =>
    text.split(/[\s,]+/).flatMap((entry) => {
      const [name = "", ...address] = entry.split("=")
      return name === "" ? [] : [{ name, ...(address.length > 0 && { url: address.join("=") }) }]
    }),
  )
  .pipe(z.array(market))
  .refine(
    (markets) => new Set(markets.map(({ name }) => name)).size === markets.length,
    "names a market twice",
  )
  .refine((markets) => markets.length >= 3, "needs at least three markets, like kraken,coinbase,bitstamp")

/** Every setting of the backend; `.env.example` explains them. */
export const environmentSchema = z.object({
  NODE_ENV: oneOf("development", "test", "production").default("development"),
  /** Set only by the sandbox launcher: allows a production build to run against regtest and plain http. */
  SANDBOX: z.stringbool("needs true or false").default(false),
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: "needs a Postgres address like postgres://user:password@host:5432/shop",
  }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "needs a Redis address like redis://host:6379" })
    .optional(),
  MEDUSA_WORKER_MODE: oneOf("shared", "server", "worker").default("shared"),
  BRAND: text.default("demo"),
  PUBLIC_URL: origin.default("http://localhost:8000"),
  BACKEND_PUBLIC_URL: origin.default("http://localhost:9000"),
  JWT_SECRET: secret,
  COOKIE_SECRET: secret,
  MFA_ENCRYPTION_KEY: secret.optional(),
  STAFF_SECOND_FACTOR: oneOf("optional", "required").optional(),
  MEDIA_DIR: text.default("../.data/media"),
  METRICS_PORT: wholeBetween(1, 65_535).optional(),
  METRICS_HOST: text.default("127.0.0.1"),
  BACKUP_MARKER_FILE: text.optional(),
  DISABLE_MEDUSA_ADMIN: z.stringbool("needs true or false").default(false),
  SEED_GOODS: oneOf("all", "categories", "none").default("all"),
  ADMIN_EMAIL: mailAddress.optional(),
  ADMIN_PASSWORD: z.string().min(12, "needs at least 12 characters").optional(),
  TRUSTED_PROXIES: wholeBetween(0, 5).default(1),
  STORE_API: oneOf("closed", "open").default("closed"),
  WRITES_PER_MINUTE: wholeBetween(1, 1_000_000).default(120),
  ORDER_READS_PER_MINUTE: wholeBetween(1, 1_000_000).default(120),
  CARD_PAYMENTS: oneOf("off", "manual", "stripe").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "needs a secret or restricted key of Stripe, like rk_live_…")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "needs the signing secret of the webhook endpoint, like whsec_…")
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: "needs a web address like http://127.0.0.1:12111" })
    .optional(),
  CARD_RESERVATION_MINUTES: between(0.02, 1440).default(30),
  CARD_LATE_PAYMENTS: oneOf("refund", "case").default("refund"),
  CARD_ORDER_HOURS: between(0.01, 8760).default(96),
  UNPAID_ORDERS_CHECK_SECONDS: between(0.1, 3600).default(60),
  PIECES_PER_LINE: wholeBetween(1, 100_000).default(50),
  PIECES_PER_ORDER: wholeBetween(1, 1_000_000).default(100),
  UNPAID_ORDERS_PER_ADDRESS: wholeBetween(1, 1_000_000).default(30),
  UNPAID_ORDERS_PER_EMAIL: wholeBetween(1, 1_000_000).default(5),
  UNPAID_ADDRESSES_PER_CLIENT: wholeBetween(1, 1_000_000).default(5),
  UNPAID_STOCK_PERCENT: wholeBetween(1, 100).default(33),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "needs a mail server like smtp://user:password@host:587" }),
  MAIL_FROM: text,
  STAFF_EMAIL: mailAddress,
  MESSAGES_KEPT_DAYS: wholeBetween(1, 3650).default(365),
  LOW_STOCK_AT: z
    .union([z.literal("off"), wholeBetween(0, 100_000)], "needs a whole number from 0 to 100000, or off")
    .default(5),
  SHOP_NAME: text,
  SHOP_LEGAL_NAME: text,
  SHOP_ADDRESS: text,
  SHOP_COMPANY_NUMBER: text,
  SHOP_REGISTERED_IN: text.optional(),
  SHOP_VAT_NUMBER: text.optional(),
  DELIVERY_VAT: oneOf("goods", "standard").default("goods"),
  SHOP_EMAIL: mailAddress,
  SHOP_PHONE: text,
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{3,29}$/, "needs a Firebase project id like my-shop-1a2b3")
    .optional(),
  FIREBASE_CREDENTIALS_FILE: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{2,5}$/, "needs host and port like 127.0.0.1:9099")
    .optional(),
  BITCOIN_NETWORK: oneOf("mainnet", "testnet", "testnet4", "signet", "regtest"),
  BITCOIN_DESCRIPTOR: text.min(
    1,
    "needs the watch-only key of your wallet: an output descriptor with an xpub",
  ),
  BITCOIN_SOURCE: z
    .string()
    .transform((value) => value.replaceAll(/\s/g, ""))
    .pipe(oneOf("esplora", "core", "core,esplora"))
    .default("esplora"),
  BITCOIN_ESPLORA_URL: webAddresses(
    "needs a web address like http://127.0.0.1:3002, or two with a comma",
  ).optional(),
  BITCOIN_ESPLORA_REQUESTS_PER_MINUTE: z
    .string()
    .transform((text) => (text === "unlimited" ? ("unlimited" as const) : Number(text)))
    .refine(
      (limit) => limit === "unlimited" || (Number.isInteger(limit) && limit >= 10 && limit <= 100_000),
      "needs a whole number from 10 to 100000, or unlimited",
    )
    .optional(),
  BITCOIN_CORE_URL: z
    .url({ protocol: /^https?$/, error: "needs the node's address like http://127.0.0.1:8332" })
    .optional(),
  BITCOIN_CORE_USER: text.optional(),
  BITCOIN_CORE_PASSWORD: text.optional(),
  BITCOIN_CORE_COOKIE_FILE: text.optional(),
  BITCOIN_CORE_WALLET: text.default("shop"),
  BITCOIN_WALLET_BIRTHDAY: birthday.optional(),
  BITCOIN_WALLET_GAP_LIMIT: wholeBetween(20, 1_000_000).optional(),
  BITCOIN_LIGHTNING_NODE: oneOf("off", "lnd", "phoenixd", "core-lightning").default("off"),
  BITCOIN_LIGHTNING_URL: z
    .url({ protocol: /^https?$/, error: "needs the node's address like https://127.0.0.1:8080" })
    .optional(),
  BITCOIN_LIGHTNING_CREDENTIAL: text.optional(),
  BITCOIN_LIGHTNING_CERTIFICATE: z
    .string()
    .includes("-----BEGIN CERTIFICATE-----", { error: "needs a certificate in PEM" })
    .optional(),
  BITCOIN_LIGHTNING_AUTO_LIQUIDITY: z.stringbool("needs true or false").default(true),
  BITCOIN_LIGHTNING_MIN_SATS: wholeBetween(1, 100_000_000).optional(),
  BITCOIN_LIGHTNING_MAX_SATS: wholeBetween(1, 100_000_000).optional(),
  OUTBOX_ALERT_AFTER: wholeBetween(2, 100).default(6),
  OUTBOX_CONCURRENCY: wholeBetween(1, 32).default(6),
  BITCOIN_RATE: oneOf("fixed", "live").default("fixed"),
  BITCOIN_RATE_GBP: z
    .string()
    .regex(/^[1-9]\d{0,8}(\.\d{1,2})?$/, "needs pounds for one bitcoin, like 40000")
    .default("40000"),
  BITCOIN_RATE_SPREAD_PERCENT: percentBelow(50).default("0"),
  BITCOIN_RATE_OUTLIER_PERCENT: percentBelow(50).default("5"),
  BITCOIN_RATE_MAX_AGE_SECONDS: wholeBetween(2, 300).default(300),
  BITCOIN_RATE_MARKETS: rateMarkets.prefault("kraken,coinbase,bitstamp,bitfinex,coingecko"),
  BITCOIN_CONFIRMATIONS: confirmationRules.prefault("100:1,1000:3,6"),
  BITCOIN_TWO_SOURCES_FROM_GBP: wholeBetween(0, 1_000_000).default(100),
  BITCOIN_QUOTE_MINUTES: between(0.1, 1440).default(60),
  BITCOIN_FIRST_CONFIRMATION_HOURS: between(0.001, 168).default(6),
  BITCOIN_GRACE_MINUTES: between(0, 1440).default(15),
  BITCOIN_TOLERANCE_PENCE: wholeBetween(0, 1000).default(5),
  BITCOIN_TOLERANCE_PERCENT: percentBelow(50).default("1"),
  BITCOIN_HOLD_MINUTES: between(0, 1440).default(30),
  BITCOIN_CASE_HOURS: between(0, 1000).default(36),
  BITCOIN_EXPLORER_URL: z
    .string()
    .regex(/^https?:\/\/\S*\{txid\}\S*$/, "needs a web address with {txid} in it")
    .optional(),
  BITCOIN_POLL_SECONDS: between(0.2, 300).default(3),
})

export type Environment = z.infer<typeof environmentSchema>
