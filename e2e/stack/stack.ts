import { z } from "zod"

const url = z.string().transform((text) => text.replace(/\/$/, ""))

/** The URLs and the staff account of the shop under test. */
export const stackSchema = z.object({
  storefrontUrl: url,
  backendUrl: url,
  bitcoinUrl: url,
  /** The merchant's Lightning node, with LND's API. */
  lightning: z.object({ url, credential: z.string() }).nullable().default(null),
  mailboxUrl: url,
  cardsUrl: url,
  /** For the journey that cannot wait for a reservation's end. */
  databaseUrl: z.string().nullable().default(null),
  admin: z.object({ email: z.string(), password: z.string() }),
})
export type Stack = z.infer<typeof stackSchema>

const VARIABLE = "SHOP_UNDER_TEST"

/** Passes the shop to the test processes through the environment. */
export function announceStack(stack: Stack): void {
  process.env[VARIABLE] = JSON.stringify(stack)
}

/** @returns undefined when no shop was started or named */
export function announcedStack(): Stack | undefined {
  const text = process.env[VARIABLE]
  return text ? stackSchema.parse(JSON.parse(text)) : undefined
}
