import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { mailboxOf } from "../../platform/email-address"
import {
  addCustomerUse,
  countUses,
  countUsesInCampaign,
  countUsesOfAccount,
  countUsesOfMailbox,
  linkPromotion,
  lockBudgets,
  lockPromotions,
  readLimits,
  readUseByOrder,
  storeBudgetUse,
  storeCustomerUse,
  storeUses,
  sumSpentInCampaign,
} from "../../platform/medusa-tables/promotions"
import { rawNumber } from "../../platform/money"

/*
 * How often a promotion was used is counted from the orders that have it and are not cancelled. The link between the two
 * is the claim: it is written under the promotion's row lock, together with the count that Medusa shows and compares. So
 * an order that is cancelled, or undone after a crash, gives its use back by being counted no more.
 */

type Limits = Awaited<ReturnType<typeof readLimits>>[number]

/** How much of a budget is used: in orders, or in pounds. */
const BUDGET_USED: Record<string, typeof countUses> = {
  usage: countUsesInCampaign,
  spend: sumSpentInCampaign,
}

interface PromotionCustomer {
  /** Null: a guest, who is counted by mailbox. */
  readonly accountId: string | null
  readonly email: string
}

/** Links an order's promotions, all or none. @throws MedusaError `not_allowed` and writes nothing if a limit is reached */
export async function claimPromotions(
  container: MedusaContainer,
  orderId: string,
  promotionIds: readonly string[],
  customer: PromotionCustomer,
): Promise<void> {
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).transaction(async (tx) => {
    const limits = await lockLimits(tx, promotionIds)
    for (const id of promotionIds)
      await linkPromotion(tx, { link: `orderpromo_${randomUUID()}`, order: orderId, promotion: id })
    for (const each of limits) {
      const exceeded = await storeCounts(tx, each, customer)
      if (exceeded)
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The limit of ${each.code} is reached.`)
    }
  })
}

/** Counts the uses of an order's promotions again, after it was cancelled or reinstated, or before its row is deleted. Idempotent. */
export async function recountPromotions(container: MedusaContainer, orderId: string): Promise<void> {
  const [use] = await readUseByOrder(container, { id: orderId })
  if (!use) return
  const customer = { accountId: use.accountId, email: use.email ?? "" }
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).transaction(async (tx) => {
    for (const each of await lockLimits(tx, use.promotionIds)) await storeCounts(tx, each, customer)
  })
}

async function lockLimits(tx: Knex.Transaction, promotionIds: readonly string[]): Promise<Limits[]> {
  const ids = { ids: promotionIds }
  await lockPromotions(tx, ids)
  await lockBudgets(tx, ids)
  return readLimits(tx, ids)
}

/** @returns whether a limit is exceeded */
async function storeCounts(
  tx: Knex.Transaction,
  limits: Limits,
  customer: PromotionCustomer,
): Promise<boolean> {
  const { id, limit, budgetId, budgetType, budgetLimit, attribute } = limits
  let isExceeded = false
  if (limit !== null) {
    const used = await countUses(tx, { id })
    await storeUses(tx, { used, id })
    isExceeded = used > limit
  }
  if (budgetId !== null && budgetType === "use_by_attribute") {
    const usedBy = async (count: typeof countUsesOfMailbox, value: string) => {
      const used = await count(tx, { id, value })
      await storeUsesOfCustomer(tx, budgetId, value, used)
      return used
    }
    // Also of an account, which could order again as a guest.
    const ofMailbox = await usedBy(countUsesOfMailbox, mailboxOf(customer.email))
    const used =
      attribute === "customer_email" || customer.accountId === null
        ? ofMailbox
        : await usedBy(countUsesOfAccount, customer.accountId)
    return isExceeded || (budgetLimit !== null && used > budgetLimit)
  }
  const count = BUDGET_USED[budgetType ?? ""]
  if (budgetId === null || count === undefined) return isExceeded
  const used = await count(tx, { id })
  await storeBudgetUse(tx, { used, raw: rawNumber(used), budgetId })
  return isExceeded || (budgetLimit !== null && used > budgetLimit)
}

/** Medusa keeps a row for each customer who used a budget. */
async function storeUsesOfCustomer(tx: Knex.Transaction, budgetId: string, value: string, used: number) {
  const values = { budgetId, value, used, raw: rawNumber(used) }
  const updated = await storeCustomerUse(tx, values)
  if (updated.length === 0 && used > 0)
    await addCustomerUse(tx, { id: `probudgus_${randomUUID()}`, ...values })
}
