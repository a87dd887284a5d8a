import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { mailboxIn, mailboxOf } from "../../platform/mailbox"
import { rawNumber } from "../../platform/money"
import { querySql } from "../../platform/sql/query"

/*
 * How often a promotion was used is counted from the orders that have it and are not cancelled. The link between the two
 * is the claim: it is written under the promotion's row lock, together with the count that Medusa shows and compares. So
 * an order that is cancelled, or undone after a crash, gives its use back by being counted no more.
 */

const limitsRow = z.object({
  id: z.string(),
  code: z.string(),
  limit: z.number().nullable(),
  budgetId: z.string().nullable(),
  budgetType: z.string().nullable(),
  budgetLimit: z.coerce.number().nullable(),
  attribute: z.string().nullable(),
})
type Limits = z.infer<typeof limitsRow>

/** Locked in the order that Medusa's own `registerUsage` uses: promotions by id, then budgets by id. */
const LOCK_PROMOTIONS = `select id from promotion where id = any(cast(:ids as text[])) order by id for update`
const LOCK_BUDGETS = `
  select b.id from promotion_campaign_budget b where b.deleted_at is null
     and b.campaign_id in (select campaign_id from promotion where id = any(cast(:ids as text[])))
   order by b.id for update`
const LIMITS = `
  select p.id, p.code, p."limit", b.id as "budgetId", b.type as "budgetType", b."limit" as "budgetLimit", b.attribute
    from promotion p
    left join promotion_campaign_budget b on b.campaign_id = p.campaign_id and b.deleted_at is null
   where p.id = any(cast(:ids as text[])) and p.deleted_at is null order by p.id`

/** The orders that count, with their promotion. */
const USED_BY = `order_promotion l join "order" o on o.id = l.order_id and o.status <> 'canceled' and o.deleted_at is null
   and l.deleted_at is null`
/** The same of every promotion of this one's campaign, which share a budget. */
const USED_IN_CAMPAIGN = `${USED_BY}
   join promotion p on p.id = l.promotion_id and p.campaign_id = (select campaign_id from promotion where id = :id)`

const countRow = z.object({ used: z.coerce.number() })

/** How much of a budget is used: in orders, or in pounds. */
const BUDGET_USED: Record<string, string> = {
  usage: `select count(distinct o.id) as used from ${USED_IN_CAMPAIGN}`,
  spend: `select coalesce(sum(a.amount), 0) as used from ${USED_IN_CAMPAIGN}
    join lateral (
      select a.amount from order_item i join order_line_item_adjustment a on a.item_id = i.item_id and a.deleted_at is null
       where i.order_id = o.id and i.version = o.version and a.promotion_id = p.id
      union all
      select a.amount from order_shipping s join order_shipping_method_adjustment a
          on a.shipping_method_id = s.shipping_method_id and a.deleted_at is null
       where s.order_id = o.id and s.version = o.version and a.promotion_id = p.id
    ) a on true`,
}

const USED_BY_MAILBOX = `select count(distinct o.id) as used from ${USED_IN_CAMPAIGN} where ${mailboxIn("o.email")} = :value`
const USED_BY_ACCOUNT = `select count(distinct o.id) as used from ${USED_IN_CAMPAIGN} where o.customer_id = :value`

/** The customer whose uses a limit per customer counts. */
interface PromotionCustomer {
  /** Null: a guest, who is counted by mailbox. */
  readonly accountId: string | null
  readonly email: string
}

/**
 * Claims an order's promotions: links them to it, if no limit is exceeded by that. All or none.
 * @throws MedusaError `not_allowed` if a limit is reached, and then nothing is written
 */
export async function claimPromotions(
  container: MedusaContainer,
  orderId: string,
  promotionIds: readonly string[],
  customer: PromotionCustomer,
): Promise<void> {
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).transaction(async (tx) => {
    const limits = await lockLimits(tx, promotionIds)
    for (const id of promotionIds)
      await querySql(
        tx,
        z.unknown(),
        `insert into order_promotion (id, order_id, promotion_id) values (:link, :order, :promotion)
           on conflict (order_id, promotion_id) do update set deleted_at = null, updated_at = now()`,
        { link: `orderpromo_${randomUUID()}`, order: orderId, promotion: id },
      )
    for (const each of limits) {
      const exceeded = await storeCounts(tx, each, customer)
      if (exceeded)
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The limit of ${each.code} is reached.`)
    }
  })
}

const usageRow = z.object({
  promotionIds: z.array(z.string()),
  accountId: z.string().nullable(),
  email: z.string().nullable(),
})

/** Links that were removed already are included: their counts may not be. */
const USED_BY_ORDER = `
  select array_agg(l.promotion_id) as "promotionIds", o.email,
         (select c.id from customer c where c.id = o.customer_id and c.has_account) as "accountId"
    from "order" o join order_promotion l on l.order_id = o.id where o.id = :id group by o.id`

/** Counts the uses of an order's promotions again, after it was cancelled or reinstated, or before its row is deleted. Idempotent. */
export async function recountPromotions(container: MedusaContainer, orderId: string): Promise<void> {
  const [use] = await querySql(container, usageRow, USED_BY_ORDER, { id: orderId })
  if (!use) return
  const customer = { accountId: use.accountId, email: use.email ?? "" }
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).transaction(async (tx) => {
    for (const each of await lockLimits(tx, use.promotionIds)) await storeCounts(tx, each, customer)
  })
}

async function lockLimits(tx: Knex.Transaction, promotionIds: readonly string[]): Promise<Limits[]> {
  const ids = { ids: promotionIds }
  await querySql(tx, z.unknown(), LOCK_PROMOTIONS, ids)
  await querySql(tx, z.unknown(), LOCK_BUDGETS, ids)
  return querySql(tx, limitsRow, LIMITS, ids)
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
    const used = await count(tx, `select count(*) as used from ${USED_BY} where l.promotion_id = :id`, { id })
    await querySql(tx, z.unknown(), `update promotion set used = :used where id = :id`, { used, id })
    isExceeded = used > limit
  }
  if (budgetId !== null && budgetType === "use_by_attribute") {
    const usedBy = async (sql: string, value: string) => {
      const used = await count(tx, sql, { id, value })
      await storeUsesOfCustomer(tx, budgetId, value, used)
      return used
    }
    // Also of an account, which could order again as a guest.
    const ofMailbox = await usedBy(USED_BY_MAILBOX, mailboxOf(customer.email))
    const used =
      attribute === "customer_email" || customer.accountId === null
        ? ofMailbox
        : await usedBy(USED_BY_ACCOUNT, customer.accountId)
    return isExceeded || (budgetLimit !== null && used > budgetLimit)
  }
  const sql = BUDGET_USED[budgetType ?? ""]
  if (budgetId === null || sql === undefined) return isExceeded
  const used = await count(tx, sql, { id })
  const raw = rawNumber(used)
  await querySql(
    tx,
    z.unknown(),
    `update promotion_campaign_budget set used = :used, raw_used = cast(:raw as jsonb) where id = :budgetId`,
    { used, raw, budgetId },
  )
  return isExceeded || (budgetLimit !== null && used > budgetLimit)
}

async function count(tx: Knex.Transaction, sql: string, values: Record<string, string>): Promise<number> {
  const [row] = await querySql(tx, countRow, sql, values)
  return row?.used ?? 0
}

/** Medusa keeps a row for each customer who used a budget. */
async function storeUsesOfCustomer(tx: Knex.Transaction, budgetId: string, value: string, used: number) {
  const raw = rawNumber(used)
  const values = { budgetId, value, used, raw }
  const updated = await querySql(
    tx,
    z.unknown(),
    `update promotion_campaign_budget_usage set used = :used, raw_used = cast(:raw as jsonb), updated_at = now()
      where budget_id = :budgetId and attribute_value = :value and deleted_at is null returning id`,
    values,
  )
  if (updated.length === 0 && used > 0)
    await querySql(
      tx,
      z.unknown(),
      `insert into promotion_campaign_budget_usage (id, budget_id, attribute_value, used, raw_used)
       values (:id, :budgetId, :value, :used, cast(:raw as jsonb))`,
      { id: `probudgus_${randomUUID()}`, ...values },
    )
}
