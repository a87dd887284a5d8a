import { z } from "@medusajs/framework/zod"
import { mailboxIn } from "../email-address"
import type { Database } from "../sql/query"
import { idStatement, statement, type IdStatement, type SqlValues } from "./statement"

/* Discounts. In SQL because carts and orders ask on each change, and because Medusa never gives the use of a code back. */

export const AUTOMATIC_PROMOTION = `exists (
  select from promotion p left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
   where p.is_automatic and p.status = 'active' and p.deleted_at is null
     and coalesce(c.starts_at, '-infinity') <= now() and coalesce(c.ends_at, 'infinity') > now())`

/** The rule of a promotion for a minimum order: Medusa compares the cart's `item_total`, in pounds, before discounts. */
const MINIMUM_RULE = { attribute: "item_total", operator: "gte" } as const

/** The promotion of a code, in any case: people type `spring10`. */
export const readPromotionOfCode = statement(
  z.object({
    id: z.string(),
    code: z.string(),
    isActive: z.boolean(),
    startsAt: z.coerce.date().nullable(),
    endsAt: z.coerce.date().nullable(),
    budget: z.string().nullable(),
    minimum: z.coerce.number().nullable(),
  }),
  `select p.id, p.code, p.status = 'active' as "isActive", c.starts_at as "startsAt", c.ends_at as "endsAt", b.type as budget,
         (select max(case when v.value ~ '^[0-9]{1,6}(|[.][0-9]{1,2})$' then v.value::numeric end) from promotion_promotion_rule pr
            join promotion_rule r on r.id = pr.promotion_rule_id and r.deleted_at is null
             and r.attribute = '${MINIMUM_RULE.attribute}' and r.operator = '${MINIMUM_RULE.operator}'
            join promotion_rule_value v on v.promotion_rule_id = r.id and v.deleted_at is null
           where pr.promotion_id = p.id) as minimum
    from promotion p
    left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
    left join promotion_campaign_budget b on b.campaign_id = c.id and b.deleted_at is null
   where upper(p.code) = upper(:code) and not p.is_automatic and p.deleted_at is null
   order by p.code = :code desc limit 1`,
)

export const readPromotionIds = statement(
  z.object({ id: z.string(), code: z.string() }),
  `select id, code from promotion where code = any(cast(:codes as text[])) and deleted_at is null`,
)

/** Locked in the order that Medusa's own `registerUsage` uses: promotions by id, then budgets by id. */
export const lockPromotions: IdStatement<{ ids: readonly string[] }> = idStatement(
  `select id from promotion where id = any(cast(:ids as text[])) order by id for update`,
)
export const lockBudgets: IdStatement<{ ids: readonly string[] }> = idStatement(
  `select b.id from promotion_campaign_budget b where b.deleted_at is null
     and b.campaign_id in (select campaign_id from promotion where id = any(cast(:ids as text[])))
   order by b.id for update`,
)

export const readLimits = statement(
  z.object({
    id: z.string(),
    code: z.string(),
    limit: z.number().nullable(),
    budgetId: z.string().nullable(),
    budgetType: z.string().nullable(),
    budgetLimit: z.coerce.number().nullable(),
    attribute: z.string().nullable(),
  }),
  `select p.id, p.code, p."limit", b.id as "budgetId", b.type as "budgetType", b."limit" as "budgetLimit", b.attribute
    from promotion p
    left join promotion_campaign_budget b on b.campaign_id = p.campaign_id and b.deleted_at is null
   where p.id = any(cast(:ids as text[])) and p.deleted_at is null order by p.id`,
)

export const linkPromotion = statement(
  z.unknown(),
  `insert into order_promotion (id, order_id, promotion_id) values (:link, :order, :promotion)
     on conflict (order_id, promotion_id) do update set deleted_at = null, updated_at = now()`,
)

/** The promotions of an order and its customer. Links that were removed already are included: their counts may not be. */
export const readUseByOrder = statement(
  z.object({
    promotionIds: z.array(z.string()),
    accountId: z.string().nullable(),
    email: z.string().nullable(),
  }),
  `select array_agg(l.promotion_id) as "promotionIds", o.email,
         (select c.id from customer c where c.id = o.customer_id and c.has_account) as "accountId"
    from "order" o join order_promotion l on l.order_id = o.id where o.id = :id group by o.id`,
)

/** The orders that count, with their promotion. */
const USED_BY = `order_promotion l join "order" o on o.id = l.order_id and o.status <> 'canceled' and o.deleted_at is null
   and l.deleted_at is null`
/** The same of every promotion of this one's campaign, which share a budget. */
const USED_IN_CAMPAIGN = `${USED_BY}
   join promotion p on p.id = l.promotion_id and p.campaign_id = (select campaign_id from promotion where id = :id)`

function count(text: string) {
  const run = statement(z.object({ used: z.coerce.number() }), text)
  return async (database: Database, values: SqlValues) => (await run(database, values))[0]?.used ?? 0
}

export const countUses = count(`select count(*) as used from ${USED_BY} where l.promotion_id = :id`)

/** How much of the budget of a promotion's campaign is used, in orders. */
export const countUsesInCampaign = count(`select count(distinct o.id) as used from ${USED_IN_CAMPAIGN}`)

/** The same in pounds. */
export const sumSpentInCampaign = count(
  `select coalesce(sum(a.amount), 0) as used from ${USED_IN_CAMPAIGN}
    join lateral (
      select a.amount from order_item i join order_line_item_adjustment a on a.item_id = i.item_id and a.deleted_at is null
       where i.order_id = o.id and i.version = o.version and a.promotion_id = p.id
      union all
      select a.amount from order_shipping s join order_shipping_method_adjustment a
          on a.shipping_method_id = s.shipping_method_id and a.deleted_at is null
       where s.order_id = o.id and s.version = o.version and a.promotion_id = p.id
    ) a on true`,
)

export const countUsesOfMailbox = count(
  `select count(distinct o.id) as used from ${USED_IN_CAMPAIGN} where ${mailboxIn("o.email")} = :value`,
)

export const countUsesOfAccount = count(
  `select count(distinct o.id) as used from ${USED_IN_CAMPAIGN} where o.customer_id = :value`,
)

/** Stores how often a promotion was used, where Medusa's admin shows it. */
export const storeUses = statement(z.unknown(), `update promotion set used = :used where id = :id`)

export const storeBudgetUse = statement(
  z.unknown(),
  `update promotion_campaign_budget set used = :used, raw_used = cast(:raw as jsonb) where id = :budgetId`,
)

/** Stores how much of it one customer has used, if Medusa has a row for them; returns its id. */
export const storeCustomerUse: IdStatement<{ budgetId: string; value: string; used: number; raw: string }> =
  idStatement(
    `update promotion_campaign_budget_usage set used = :used, raw_used = cast(:raw as jsonb), updated_at = now()
    where budget_id = :budgetId and attribute_value = :value and deleted_at is null returning id`,
  )

export const addCustomerUse = statement(
  z.unknown(),
  `insert into promotion_campaign_budget_usage (id, budget_id, attribute_value, used, raw_used)
   values (:id, :budgetId, :value, :used, cast(:raw as jsonb))`,
)
