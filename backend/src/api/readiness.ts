import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { sharedRedis } from "../platform/server/shared-redis"

/** Milliseconds a part may take to say how it is. */
const TIMEOUT_MS = 2000

/** Resolves with null when the part is well, or with a sentence for the log. A rejection is the same as a sentence. */
type Check = (container: MedusaContainer) => Promise<string | null>

/** What must be well for the shop to take an order. A dead mail server is not among it: mails wait. */
const CHECKS: Record<string, Check> = {
  database: async (container) => {
    await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw("select 1")
    return null
  },
  // Carts and orders are locked there, as soon as there is more than one process.
  redis: async () => {
    await sharedRedis()?.ping()
    return null
  },
  bitcoin: async (container) => {
    const { ok, detail } = await container.resolve(BITCOIN_PAYMENT).health.ofWatcher()
    return ok ? null : detail
  },
}

/** What an operator should look at, though shoppers notice nothing. */
const WARNING_CHECKS: Record<string, Check> = {
  chain: async (container) => container.resolve(BITCOIN_PAYMENT).health.chainWarning(),
  lightning: async (container) => (await container.resolve(BITCOIN_PAYMENT).lightning?.warning()) ?? null,
  addresses: async (container) => container.resolve(BITCOIN_PAYMENT).gapGuard.warning(),
  payments: async (container) => {
    const stuck = await container.resolve(OUTBOX).countFailing()
    return stuck === 0 ? null : `${stuck} outbox messages keep failing (npm run shop bitcoin:status)`
  },
}

export async function warnings(container: MedusaContainer): Promise<Record<string, string>> {
  return failingChecks(container, WARNING_CHECKS)
}

/** The parts that are not well, by name, each with a sentence for the log. */
export async function failingChecks(
  container: MedusaContainer,
  checks: Record<string, Check> = CHECKS,
): Promise<Record<string, string>> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name,
      sentence: await runCheck(check, container),
    })),
  )
  return Object.fromEntries(
    answers.flatMap(({ name, sentence }) => (sentence === null ? [] : [[name, sentence] as const])),
  )
}

async function runCheck(check: Check, container: MedusaContainer): Promise<string | null> {
  const timedOut = new Promise<string>((resolve) => {
    setTimeout(() => resolve(`It did not answer within ${TIMEOUT_MS} ms.`), TIMEOUT_MS).unref()
  })
  const answer = check(container).catch((error: unknown) => String(error))
  return Promise.race([answer, timedOut])
}
