import { describe, expect, it } from "vitest"
import { readBrand, type Brand } from "./brand"
import { parseEnvironment } from "./environment"
import { lightningOptions } from "./module-options"

const enough = {
  DATABASE_URL: "postgres://shop:pw@localhost:5432/shop",
  JWT_SECRET: "4f9d1c0e6b7a48d2934e5f60718293a4b5c6d7e8f90a1b2c",
  COOKIE_SECRET: "a1b2c3d4e5f60718293a4b5c6d7e8f904f9d1c0e6b7a48d2",
  SMTP_URL: "smtp://user:pw@mail.bees.test:587",
  BITCOIN_NETWORK: "mainnet",
  BITCOIN_DESCRIPTOR: "wpkh(xpub…/0/*)#checksum",
  BITCOIN_ESPLORA_URL: "https://esplora.bees.test/api/",
}

const production = {
  ...enough,
  CARD_PAYMENTS: "stripe",
  STRIPE_SECRET_KEY: "sk_live_51BeesTheKeyOfNobody",
  STRIPE_WEBHOOK_SECRET: "whsec_ofNobody51Bees",
  NODE_ENV: "production",
  MFA_ENCRYPTION_KEY: "0c9d8e7f6a5b4c3d2e1f00112233445566778899aabbccdd",
  PUBLIC_URL: "https://bees.test",
  BACKEND_PUBLIC_URL: "https://admin.bees.test",
  MAIL_FROM: "Bees <orders@bees.test>",
  STAFF_EMAIL: "staff@bees.test",
  BITCOIN_RATE_GBP: "61250",
  SHOP_LEGAL_NAME: "Bees Ltd",
  SHOP_ADDRESS: "2 Hive Lane, York YO1 7AA",
  SHOP_COMPANY_NUMBER: "12345678",
}

const own = { ...readBrand(undefined), status: "ready" as const }

/** The lines under the headline, as the person who starts the shop reads them. */
function problems(source: Record<string, string | undefined>, brand: Brand = own): string[] {
  try {
    parseEnvironment(source, () => brand)
  } catch (error) {
    if (error instanceof Error) return error.message.split("\n").slice(1)
    throw error
  }
  return []
}

describe("the environment", () => {
  it("fills in what has a sensible default", () => {
    expect(parseEnvironment(enough)).toMatchObject({
      NODE_ENV: "development",
      SANDBOX: false,
      STORE_API: "closed",
      PUBLIC_URL: "http://localhost:8000",
      TRUSTED_PROXIES: 1,
      BITCOIN_RATE: "fixed",
      BITCOIN_RATE_GBP: "40000",
      BITCOIN_RATE_MARKETS: [
        { name: "kraken" },
        { name: "coinbase" },
        { name: "bitstamp" },
        { name: "bitfinex" },
        { name: "coingecko" },
      ],
      BITCOIN_ESPLORA_URL: ["https://esplora.bees.test/api"],
    })
  })

  it("takes two Esploras, a node of one's own, or a node and an Esplora", () => {
    const two = { ...enough, BITCOIN_ESPLORA_URL: "https://one.test/api, https://two.test/api/" }
    expect(parseEnvironment(two).BITCOIN_ESPLORA_URL).toEqual([
      "https://one.test/api",
      "https://two.test/api",
    ])
    const core = { ...enough, BITCOIN_ESPLORA_URL: "", BITCOIN_SOURCE: "core" }
    const both = {
      ...enough,
      BITCOIN_SOURCE: "core, esplora",
      BITCOIN_CORE_URL: "http://127.0.0.1:8332",
      BITCOIN_CORE_COOKIE_FILE: "/run/bitcoin/.cookie",
    }
    expect(parseEnvironment(both)).toMatchObject({
      BITCOIN_SOURCE: "core,esplora",
      BITCOIN_TWO_SOURCES_FROM_GBP: 100,
    })
    const [one, other] = ["https://one.test", "https://two.test"]
    expect(problems({ ...both, BITCOIN_ESPLORA_URL: `${one},${other}` }).join()).toContain(
      "BITCOIN_ESPLORA_URL: needs one web address with BITCOIN_SOURCE=core,esplora",
    )
    expect(problems({ ...enough, BITCOIN_ESPLORA_URL: `${one},${one}/` }).join()).toContain(
      "BITCOIN_ESPLORA_URL: names one server twice",
    )
    expect(problems({ ...both, BITCOIN_ESPLORA_URL: "" }).join()).toContain("BITCOIN_ESPLORA_URL: is missing")
    const missing = problems(core).map((line) => line.trim().split(":")[0])
    expect(missing).toEqual(["BITCOIN_CORE_URL", "BITCOIN_CORE_COOKIE_FILE"])
    const complete = {
      ...core,
      BITCOIN_CORE_URL: "http://127.0.0.1:8332",
      BITCOIN_CORE_COOKIE_FILE: "/run/bitcoin/.cookie",
    }
    expect(problems(complete)).toEqual([])
  })

  it("takes a Lightning node with its address and its credential, and none unless it is named", () => {
    expect(lightningOptions(parseEnvironment(enough))).toBeNull()
    const named = { ...enough, BITCOIN_LIGHTNING_NODE: "phoenixd" }
    expect(problems(named).map((line) => line.trim().split(":")[0])).toEqual([
      "BITCOIN_LIGHTNING_URL",
      "BITCOIN_LIGHTNING_CREDENTIAL",
    ])
    const complete = {
      ...named,
      BITCOIN_LIGHTNING_URL: "http://127.0.0.1:9740",
      BITCOIN_LIGHTNING_CREDENTIAL: "secret",
    }
    expect(lightningOptions(parseEnvironment(complete))).toMatchObject({
      node: "phoenixd",
      url: "http://127.0.0.1:9740",
      credential: "secret",
      autoLiquidity: true,
    })
    expect(problems({ ...complete, BITCOIN_LIGHTNING_NODE: "eclair" }).join()).toContain("phoenixd")
    const sandbox = { ...production, ...complete, BITCOIN_LIGHTNING_URL: "http://127.0.0.1:3004" }
    expect(problems(sandbox).join()).toContain("BITCOIN_LIGHTNING_URL: that is the sandbox's Lightning node")
  })

  it("takes the wallet's birthday as a day or as a block", () => {
    const read = (birthday: string) =>
      parseEnvironment({ ...enough, BITCOIN_WALLET_BIRTHDAY: birthday }).BITCOIN_WALLET_BIRTHDAY
    expect(read("2026-03-01")).toEqual({ at: Date.UTC(2026, 2, 1) })
    expect(read("890123")).toEqual({ height: 890_123 })
  })

  it("reads the confirmations by price", () => {
    const read = (rules?: string) =>
      parseEnvironment({ ...enough, BITCOIN_CONFIRMATIONS: rules }).BITCOIN_CONFIRMATIONS
    expect(read()).toEqual([
      { belowPounds: 100, confirmations: 1 },
      { belowPounds: 1000, confirmations: 3 },
      { belowPounds: null, confirmations: 6 },
    ])
    expect(read("2")).toEqual([{ belowPounds: null, confirmations: 2 }])
    expect(read(" 50 : 2 , 2 ")).toEqual([
      { belowPounds: 50, confirmations: 2 },
      { belowPounds: null, confirmations: 2 },
    ])
  })

  it("lists every missing name at once, and has no default for a secret", () => {
    const missing = problems({}).map((line) => line.trim().split(":")[0])
    expect(missing).toEqual([
      "DATABASE_URL",
      "JWT_SECRET",
      "COOKIE_SECRET",
      "SMTP_URL",
      "BITCOIN_NETWORK",
      "BITCOIN_DESCRIPTOR",
      "BITCOIN_ESPLORA_URL",
    ])
    for (const line of problems({})) expect(line).toMatch(/: is missing; \w/)
  })

  it("treats an empty value as a missing one", () => {
    expect(problems({ ...enough, SMTP_URL: "" })).toEqual([
      "  SMTP_URL: is missing; needs a mail server like smtp://user:password@host:587",
    ])
  })

  it("lists invalid settings and broken production rules together, one per line", () => {
    const lines = problems({
      ...production,
      TRUSTED_PROXIES: "many",
      PUBLIC_URL: "http://bees.test",
      STORE_API: "open",
    })
    expect(lines).toEqual([
      "  TRUSTED_PROXIES: needs a whole number from 0 to 5",
      "  PUBLIC_URL: a shop in production is served over https",
      "  STORE_API: open bypasses the checkout's rules; it is for benchmarks and tests",
    ])
  })

  it.each([
    ["NODE_ENV", "prod", "needs one of: development, test, production"],
    ["DATABASE_URL", "mysql://x", "needs a Postgres address"],
    ["REDIS_URL", "http://x", "needs a Redis address"],
    ["JWT_SECRET", "short", "needs at least 32 characters"],
    ["WRITES_PER_MINUTE", "1.5", "needs a whole number from 1"],
    ["STAFF_EMAIL", "nobody", "needs an email address"],
    ["LOW_STOCK_AT", "few", "needs a whole number from 0 to 100000, or off"],
    ["LOW_STOCK_AT", "-1", "needs a whole number from 0 to 100000"],
    ["SANDBOX", "perhaps", "needs true or false"],
    ["BITCOIN_ESPLORA_REQUESTS_PER_MINUTE", "5", "needs a whole number from 10 to 100000, or unlimited"],
    ["BITCOIN_RATE_GBP", "forty", "needs pounds for one bitcoin"],
    ["BITCOIN_RATE", "guess", "needs one of: fixed, live"],
    ["BITCOIN_RATE_SPREAD_PERCENT", "-1", "needs a percentage like 1.5"],
    ["BITCOIN_RATE_SPREAD_PERCENT", "50", "needs a percentage below 50"],
    ["BITCOIN_RATE_MAX_AGE_SECONDS", "301", "needs a whole number from 2 to 300"],
    ["BITCOIN_RATE_MARKETS", "kraken,coinbase", "needs at least three markets"],
    ["BITCOIN_RATE_MARKETS", "kraken,coinbase,kraken", "names a market twice"],
    ["BITCOIN_RATE_MARKETS", "kraken,coinbase,mtgox", "needs names out of kraken, "],
    ["BITCOIN_RATE_MARKETS", "kraken,coinbase,bitstamp=http://b.test/x", "needs https addresses"],
    ["FIREBASE_PROJECT_ID", "My Shop", "needs a Firebase project id"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "here", "needs host and port"],
    ["BITCOIN_WALLET_BIRTHDAY", "last spring", "needs a day like 2026-03-01 or the height of a block"],
    ["BITCOIN_WALLET_BIRTHDAY", "2026-02-30", "needs a day like 2026-03-01 or the height of a block"],
    ["OUTBOX_ALERT_AFTER", "0", "needs a whole number from 2 to 100"],
    ["BITCOIN_SOURCE", "esplora,core", "needs one of: esplora, core, core,esplora"],
    ["BITCOIN_TWO_SOURCES_FROM_GBP", "0.5", "needs a whole number from 0 to 1000000"],
    ["BITCOIN_CONFIRMATIONS", "many", "needs rules like 100:1,1000:3,6"],
    ["BITCOIN_CONFIRMATIONS", "100:1,1000:3", "needs rules like 100:1,1000:3,6"],
    ["BITCOIN_CONFIRMATIONS", "6,100:1", "needs rules like 100:1,1000:3,6"],
    ["BITCOIN_CONFIRMATIONS", "100:1,,6", "needs rules like 100:1,1000:3,6"],
    ["BITCOIN_CONFIRMATIONS", "0", "needs 1 to 100 confirmations"],
    ["BITCOIN_CONFIRMATIONS", "100:1,101", "needs 1 to 100 confirmations"],
    ["BITCOIN_CONFIRMATIONS", "1000:1,100:3,6", "needs rising limits"],
    ["BITCOIN_CONFIRMATIONS", "100:1,100:3,6", "needs rising limits"],
    ["BITCOIN_CONFIRMATIONS", "100:3,1", "must not ask for fewer confirmations"],
    ["BITCOIN_TOLERANCE_PENCE", "2.5", "needs a whole number from 0 to 1000"],
    ["BITCOIN_TOLERANCE_PENCE", "-1", "needs a whole number from 0 to 1000"],
    ["BITCOIN_TOLERANCE_PERCENT", "1 %", "needs a percentage like 1.5"],
    ["BITCOIN_TOLERANCE_PERCENT", "50", "needs a percentage below 50"],
    ["BITCOIN_FIRST_CONFIRMATION_HOURS", "0.25", "must be longer than BITCOIN_GRACE_MINUTES"],
    ["BITCOIN_FIRST_CONFIRMATION_HOURS", "soon", "needs a number from 0.001 to 168"],
    ["BITCOIN_POLL_SECONDS", "0", "needs a number from 0.2 to 300"],
  ])("%s=%s: %s", (name, value, sentence) => {
    const lines = problems({ ...enough, [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`  ${name}: ${sentence}`)
  })

  it("accepts a production shop without any demo value", () => {
    expect(problems(production)).toEqual([])
  })

  it.each([
    ["DATABASE_URL", "postgres://shop:pw@db.bees.test:5432/shop?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://shop:pw@10.0.0.5:5432/shop"],
    ["REDIS_URL", "redis://:pw@redis:6379"],
    ["REDIS_URL", "rediss://:pw@redis.bees.test:6379"],
    ["REDIS_URL", "redis://127.0.0.1:6379"],
    ["BITCOIN_RATE_GBP", "40000.00"],
  ])("production accepts %s=%s", (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([])
  })

  it.each([
    ["BITCOIN_NETWORK", "regtest"],
    ["BITCOIN_NETWORK", "testnet"],
    ["BITCOIN_RATE_GBP", "40000"],
    ["BITCOIN_ESPLORA_URL", "http://127.0.0.1:3002"],
    ["BITCOIN_QUOTE_MINUTES", "1"],
    ["PUBLIC_URL", "http://bees.test"],
    ["BACKEND_PUBLIC_URL", "http://bees.test:9000"],
    ["DATABASE_URL", "postgres://shop:pw@db.bees.test:5432/shop"],
    ["DATABASE_URL", "postgres://shop:pw@db.bees.test:5432/shop?sslmode=prefer"],
    ["REDIS_URL", "redis://redis:6379"],
    ["REDIS_URL", "redis://:pw@redis.bees.test:6379"],
    ["SMTP_URL", "smtp://127.0.0.1:1025"],
    ["SMTP_URL", "smtp://localhost:1025"],
    ["MAIL_FROM", "Bees <orders@bramble-and-comb.example>"],
    ["STAFF_EMAIL", "staff@bramble-and-comb.example"],
    ["STORE_API", "open"],
    ["FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099"],
    ["STRIPE_SECRET_KEY", "sk_test_51BeesTheKeyOfNobody"],
    ["STRIPE_API_URL", "http://127.0.0.1:4242"],
    ["CARD_RESERVATION_MINUTES", "4"],
    ["JWT_SECRET", "supersecret-supersecret-supersecret"],
    ["COOKIE_SECRET", "x".repeat(40)],
    ["MFA_ENCRYPTION_KEY", "x".repeat(40)],
    ["MFA_ENCRYPTION_KEY", ""],
    ["STAFF_SECOND_FACTOR", "optional"],
    ["COOKIE_SECRET", production.JWT_SECRET],
  ])("production refuses %s=%s, the sandbox does not", (name, value) => {
    const lines = problems({ ...production, [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^ {2}${name}: `))
    expect(problems({ ...production, [name]: value, SANDBOX: "true" })).toEqual([])
  })

  it.each(["demo", "draft"] as const)(
    "production refuses a brand that is a %s, the sandbox does not",
    (status) => {
      const unfinished = { ...own, status }
      expect(problems(production, unfinished)).toEqual([
        expect.stringMatching(/^ {2}BRAND: the logo and the story/),
      ])
      expect(problems({ ...production, SANDBOX: "true" }, unfinished)).toEqual([])
    },
  )

  it("names the brands where the wanted one is missing, and takes its defaults from the brand", () => {
    expect(() => parseEnvironment({ ...enough, BRAND: "acron" })).toThrow(
      /BRAND: there is no brand called acron\. .*demo/,
    )
    expect(parseEnvironment(enough).SHOP_NAME).toBe(readBrand("demo").name)
  })
})
