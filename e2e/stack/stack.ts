import { z } from "zod"

const url = z.string().transform((text) => text.replace(/\/$/, ""))

/** Where the shop under test is to be found: what `startShop` of the sandbox says about a running shop. */
export const stackSchema = z.object({
  storefrontUrl: url,
  backendUrl: url,
  bitcoinUrl: url,
  mailboxUrl: url,
  admin: z.object({ email: z.string(), password: z.string() }),
})
export type Stack = z.infer<typeof stackSchema>

const VARIABLE = "SHOP_UNDER_TEST"

/** For the test processes, which inherit the environment and nothing else. */
export function announceStack(stack: Stack): void {
  process.env[VARIABLE] = JSON.stringify(stack)
}

/** @returns undefined where nobody has started or named a shop yet */
export function announcedStack(): Stack | undefined {
  const text = process.env[VARIABLE]
  return text ? stackSchema.parse(JSON.parse(text)) : undefined
}
