import { z } from "@medusajs/framework/zod"

const secret = z.string().min(32, "needs at least 32 characters; `openssl rand -hex 32` makes one")
const origin = z.url({ protocol: /^https?$/, error: "needs a web address like https://shop.example" }).transform((url) => new URL(url).origin)

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    /** Set by the sandbox's launcher alone: lets a production build run against regtest and plain http. */
    SANDBOX: z.stringbool().default(false),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "needs a Postgres address like postgres://user:password@host:5432/shop" }),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: "needs a Redis address like redis://host:6379" }).optional(),
    PUBLIC_URL: origin.default("http://localhost:8000"),
    BACKEND_PUBLIC_URL: origin.default("http://localhost:9000"),
    JWT_SECRET: secret,
    COOKIE_SECRET: secret,
    MEDIA_DIR: z.string().min(1).default("../.data/media"),
    /** Where the seed finds the catalogue's drawings, if not in the source tree beside the build. */
    SEED_IMAGES_DIR: z.string().min(1).optional(),
    /** The first member of staff; read by the seed alone, and only while there is nobody. */
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_PASSWORD: z.string().min(8, "needs at least 8 characters").optional(),
    /** How many proxies of ours stand in front; the caller's address is read that far from the right. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(1),
    /** Writing calls a minute from one address; the tests and the bench raise it. */
    WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(120),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "needs a mail server like smtp://user:password@host:587" }),
    MAIL_FROM: z.string().min(3).default("Bramble & Comb <orders@bramble-and-comb.example>"),
    STAFF_EMAIL: z.email().default("staff@bramble-and-comb.example"),
    SHOP_NAME: z.string().min(1).default("Bramble & Comb"),
    BITCOIN_NETWORK: z.enum(["mainnet", "testnet", "signet", "regtest"]),
    BITCOIN_DESCRIPTOR: z.string().min(1, "needs the watch-only key of your wallet: an output descriptor with an xpub"),
    BITCOIN_SOURCE: z.enum(["esplora"]).default("esplora"),
    BITCOIN_ESPLORA_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
    /** Pounds for one bitcoin, as a decimal. */
    BITCOIN_RATE_GBP: z.string().regex(/^[1-9]\d{0,8}(\.\d{1,2})?$/, "needs pounds for one bitcoin, like 40000").default("40000"),
    BITCOIN_QUOTE_MINUTES: z.coerce.number().int().min(5).max(1440).default(60),
    BITCOIN_POLL_SECONDS: z.coerce.number().min(0.2).max(300).default(3),
  })
  .superRefine((env, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message })
    if (env.NODE_ENV !== "production" || env.SANDBOX) return
    if (env.BITCOIN_NETWORK === "regtest") refuse("BITCOIN_NETWORK", "regtest is the sandbox's play money; a shop takes mainnet")
    if (!env.PUBLIC_URL.startsWith("https://")) refuse("PUBLIC_URL", "a shop in production is served over https")
    if (!env.BACKEND_PUBLIC_URL.startsWith("https://")) refuse("BACKEND_PUBLIC_URL", "the admin in production is served over https")
    if (new URL(env.SMTP_URL).hostname === "127.0.0.1") refuse("SMTP_URL", "that is the sandbox's mailbox; buyers would get no mail")
  })

export type Environment = z.infer<typeof schema>

/**
 * The environment, checked as a whole.
 * @throws Error whose message lists every problem, one a line, with the variable's name.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".")
    return `  ${name}: ${name in present ? issue.message : `is missing; ${hint(issue.message)}`}`
  })
  throw new Error(`The shop cannot start, its settings need a hand (see .env.example):\n${lines.join("\n")}`)
}

function hint(message: string): string {
  return message.startsWith("Invalid input") ? "give it a value" : message
}
