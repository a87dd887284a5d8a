import { readFile } from "node:fs/promises"
import Stripe from "stripe"
import { messageOf } from "../process/user-error.js"

const TIMEOUT_MS = 10_000

/**
 * Whether Stripe accepts the developer's own key, by one call that lists a dispute and changes nothing: the shop's restricted key
 * may do that.
 * @returns null: no key is given, and the sandbox's card processor is used
 */
export async function checkCardKeys(
  given: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; text: string } | null> {
  const { STRIPE_SECRET_KEY: inline, STRIPE_SECRET_KEY_FILE: file, STRIPE_API_URL: apiUrl } = given
  try {
    const key = inline ?? (file === undefined ? undefined : (await readFile(file, "utf8")).trim())
    if (key === undefined || key === "") return null
    const stripe = new Stripe(key, { ...addressOf(apiUrl), timeout: TIMEOUT_MS, maxNetworkRetries: 0 })
    await stripe.disputes.list({ limit: 1 })
    return { ok: true, text: `Stripe accepts the key (${key.includes("_test_") ? "test" : "live"} mode)` }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return {
        ok: false,
        text: "Stripe refuses STRIPE_SECRET_KEY. Copy the key again from Stripe's dashboard, Developers → API keys.",
      }
    if (error instanceof Stripe.errors.StripePermissionError)
      return {
        ok: false,
        text: "Stripe's restricted key may not read disputes. docs/services.md, Card payments, lists what it needs.",
      }
    if (error instanceof Stripe.errors.StripeConnectionError)
      return { ok: false, text: "Stripe cannot be reached, so STRIPE_SECRET_KEY was not checked." }
    return { ok: false, text: `STRIPE_SECRET_KEY was not checked: ${messageOf(error)}` }
  }
}

function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined || apiUrl === "") return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  return {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port }),
  }
}
