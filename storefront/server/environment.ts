import * as z from "zod"

const port = z.coerce.number().int().min(1).max(65535)
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

/** Demo values for trying the shop out; the page says so while any of them is in use. */
const DEMO_FACTS = {
  SHOP_LEGAL_NAME: "Bramble & Comb Demonstration Ltd",
  SHOP_ADDRESS: "1 Example Yard, London E8 0AA",
  SHOP_EMAIL: "hello@bramble-and-comb.example",
  SHOP_PHONE: "020 7946 0123",
  SHOP_COMPANY_NUMBER: "00000000",
  SHOP_REGISTERED_IN: "England and Wales",
  SHOP_VAT_NUMBER: "GB 000 0000 00",
} as const

const text = z.string().trim().min(1)

const environmentSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  STOREFRONT_HOST: text.default("127.0.0.1"),
  STOREFRONT_PORT: port.default(8000),
  BACKEND_URL: origin.default("http://127.0.0.1:9000"),
  PUBLIC_URL: origin.default("http://localhost:8000"),
  /** Addresses or networks of proxies of ours, with commas between: their X-Forwarded-For is believed, nobody else's. */
  STOREFRONT_TRUSTED_PROXIES: text.optional(),
  /** Pages one address may ask for in a minute; 0 for no limit. */
  STOREFRONT_PAGES_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  STOREFRONT_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info"),
  SHOP_LEGAL_NAME: text.optional(),
  SHOP_ADDRESS: text.optional(),
  SHOP_EMAIL: z.email().optional(),
  SHOP_PHONE: text.optional(),
  SHOP_COMPANY_NUMBER: text.optional(),
  SHOP_REGISTERED_IN: text.optional(),
  SHOP_VAT_NUMBER: text.optional(),
})

export type Environment = z.infer<typeof environmentSchema> & {
  facts: Record<keyof typeof DEMO_FACTS, string>
  isDemo: boolean
}

/**
 * The storefront's settings out of the environment.
 * @throws {Error} that lists every problem at once, one a line.
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""))
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`)
    throw new Error(`The storefront cannot start with these settings:\n${problems.join("\n")}`)
  }
  const {
    SHOP_LEGAL_NAME,
    SHOP_ADDRESS,
    SHOP_EMAIL,
    SHOP_PHONE,
    SHOP_COMPANY_NUMBER,
    SHOP_REGISTERED_IN,
    SHOP_VAT_NUMBER,
  } = result.data
  const own = {
    SHOP_LEGAL_NAME,
    SHOP_ADDRESS,
    SHOP_EMAIL,
    SHOP_PHONE,
    SHOP_COMPANY_NUMBER,
    SHOP_REGISTERED_IN,
    SHOP_VAT_NUMBER,
  }
  return {
    ...result.data,
    facts: {
      SHOP_LEGAL_NAME: SHOP_LEGAL_NAME ?? DEMO_FACTS.SHOP_LEGAL_NAME,
      SHOP_ADDRESS: SHOP_ADDRESS ?? DEMO_FACTS.SHOP_ADDRESS,
      SHOP_EMAIL: SHOP_EMAIL ?? DEMO_FACTS.SHOP_EMAIL,
      SHOP_PHONE: SHOP_PHONE ?? DEMO_FACTS.SHOP_PHONE,
      SHOP_COMPANY_NUMBER: SHOP_COMPANY_NUMBER ?? DEMO_FACTS.SHOP_COMPANY_NUMBER,
      SHOP_REGISTERED_IN: SHOP_REGISTERED_IN ?? DEMO_FACTS.SHOP_REGISTERED_IN,
      SHOP_VAT_NUMBER: SHOP_VAT_NUMBER ?? DEMO_FACTS.SHOP_VAT_NUMBER,
    },
    isDemo: Object.values(own).includes(undefined),
  }
}
