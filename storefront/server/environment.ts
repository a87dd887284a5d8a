import * as z from "zod"

const wholeFrom = (least: number, most = 1_000_000) => {
  const error = `needs a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}
const port = wholeFrom(1, 65_535)
const origin = z
  .url({ protocol: /^https?$/, error: "needs a web address like https://shop.example" })
  .transform((url) => new URL(url).origin)

const text = z.string().trim().min(1, "needs a value")

const environmentSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  STOREFRONT_HOST: text.default("127.0.0.1"),
  STOREFRONT_PORT: port.default(8000),
  /** Where Prometheus reads this process's metrics. Undefined: nowhere. */
  STOREFRONT_METRICS_PORT: port.optional(),
  STOREFRONT_METRICS_HOST: text.default("127.0.0.1"),
  BACKEND_URL: origin.default("http://127.0.0.1:9000"),
  PUBLIC_URL: origin.default("http://localhost:8000"),
  /** Addresses or networks of our own proxies, separated by commas. Only their X-Forwarded-For is trusted. */
  STOREFRONT_TRUSTED_PROXIES: text.optional(),
  /** Pages per minute and client address; 0 for no limit. */
  STOREFRONT_PAGES_PER_MINUTE: wholeFrom(0).default(1200),
  /** Searches per minute and client that are not in the cache; 0 for no limit. */
  STOREFRONT_SEARCHES_PER_MINUTE: wholeFrom(0).default(240),
  /** API requests of one client that may be under way, and event streams that it may hold open; 0 for no limit. */
  STOREFRONT_REQUESTS_PER_ADDRESS: wholeFrom(0).default(128),
  STOREFRONT_STREAMS_PER_ADDRESS: wholeFrom(0).default(64),
  STOREFRONT_PICTURES_DIR: text.default("../.data/pictures"),
  STOREFRONT_PICTURES_MB: wholeFrom(1).default(512),
  STOREFRONT_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info"),
  /** Google sign-in: the Firebase project, its public web key, and the sandbox's emulator instead of Google. */
  FIREBASE_PROJECT_ID: text.optional(),
  FIREBASE_API_KEY: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
})

export type Environment = z.infer<typeof environmentSchema>

/** `demo`: the demonstration's. `draft`: with placeholders. */
export const brandStatusSchema = z.enum(["demo", "draft", "ready"])
type BrandStatus = z.infer<typeof brandStatusSchema>

const UNFINISHED: Record<Exclude<BrandStatus, "ready">, string> = {
  demo: "BRAND: the logo and the story are the demonstration's; make a brand of your own (docs/make-it-yours.md)",
  draft:
    'BRAND: the logo and the story are still placeholders; replace them (docs/make-it-yours.md), then write "status": "ready" in its brand.json',
}

const EMULATOR = "FIREBASE_AUTH_EMULATOR_HOST: anyone could sign in as any user; remove it"

/** @throws {Error} that lists all problems, one per line */
export function parseEnvironment(
  variables: Record<string, string | undefined>,
  brandStatus: BrandStatus = "ready",
): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""))
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`)
    throw new Error(`The storefront cannot start with these settings:\n${problems.join("\n")}`)
  }
  const isPublic = result.data.PUBLIC_URL.startsWith("https:")
  const broken = isPublic ? brokenRules(result.data, brandStatus) : []
  if (broken.length > 0) {
    const lines = broken.map((sentence) => `  ${sentence}`)
    throw new Error(`The storefront cannot start on a public https address:\n${lines.join("\n")}`)
  }
  return result.data
}

/** What must not be on a public address. */
const brokenRules = (settings: Environment, brandStatus: BrandStatus): string[] => [
  ...(settings.FIREBASE_AUTH_EMULATOR_HOST === undefined ? [] : [EMULATOR]),
  ...(brandStatus === "ready" ? [] : [UNFINISHED[brandStatus]]),
]
