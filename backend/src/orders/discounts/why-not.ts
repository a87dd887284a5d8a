import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { querySql } from "../../platform/sql/query"

export type WhyNot =
  | { readonly reason: "unknown" }
  | { readonly reason: "not_started"; readonly startsAt: Date }
  | { readonly reason: "ended"; readonly endedAt: Date }
  | { readonly reason: "used_up" }
  | { readonly reason: "used_by_customer" }
  /** Below the promotion's minimum by so many pence. */
  | { readonly reason: "minimum"; readonly minimum: number; readonly missing: number }
  | { readonly reason: "nothing_applies" }

/** The rule of a promotion for a minimum order: Medusa compares the cart's `item_total`, in pounds, before discounts. */
const MINIMUM_RULE = { attribute: "item_total", operator: "gte" } as const

const promotionRow = z.object({
  id: z.string(),
  code: z.string(),
  isActive: z.boolean(),
  startsAt: z.coerce.date().nullable(),
  endsAt: z.coerce.date().nullable(),
  budget: z.string().nullable(),
  minimum: z.coerce.number().nullable(),
})
export type CodedPromotion = z.infer<typeof promotionRow>

/** By its code in any case: people type `spring10`. */
const OF_CODE = `
  select p.id, p.code, p.status = 'active' as "isActive", c.starts_at as "startsAt", c.ends_at as "endsAt", b.type as budget,
         (select max(case when v.value ~ '^[0-9]{1,6}(|[.][0-9]{1,2})$' then v.value::numeric end) from promotion_promotion_rule pr
            join promotion_rule r on r.id = pr.promotion_rule_id and r.deleted_at is null
             and r.attribute = '${MINIMUM_RULE.attribute}' and r.operator = '${MINIMUM_RULE.operator}'
            join promotion_rule_value v on v.promotion_rule_id = r.id and v.deleted_at is null
           where pr.promotion_id = p.id) as minimum
    from promotion p
    left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
    left join promotion_campaign_budget b on b.campaign_id = c.id and b.deleted_at is null
   where upper(p.code) = upper(:code) and not p.is_automatic and p.deleted_at is null
   order by p.code = :code desc limit 1`

/** The promotion of a typed code. Undefined: staff have none, or it is a draft. */
export async function findPromotionOfCode(
  container: MedusaContainer,
  code: string,
): Promise<CodedPromotion | undefined> {
  const [found] = await querySql(container, promotionRow, OF_CODE, { code: code.trim() })
  return found?.isActive === true ? found : undefined
}

/**
 * The first reason why a code takes nothing off this cart.
 * @param isUsedUp whether Medusa found its limit reached
 */
export function whyNot(
  promotion: CodedPromotion | undefined,
  { goodsPence, isUsedUp, now = new Date() }: { goodsPence: number; isUsedUp: boolean; now?: Date },
): WhyNot {
  if (promotion === undefined) return { reason: "unknown" }
  const { startsAt, endsAt, budget } = promotion
  if (startsAt !== null && startsAt > now) return { reason: "not_started", startsAt }
  if (endsAt !== null && endsAt <= now) return { reason: "ended", endedAt: endsAt }
  if (isUsedUp) return { reason: budget === "use_by_attribute" ? "used_by_customer" : "used_up" }
  const minimum = Math.round((promotion.minimum ?? 0) * 100)
  if (goodsPence < minimum) return { reason: "minimum", minimum, missing: minimum - goodsPence }
  return { reason: "nothing_applies" }
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "Europe/London" })

/** The sentence for the shopper who typed the code. */
export function sayWhyNot(code: string, why: WhyNot): string {
  switch (why.reason) {
    case "unknown":
      return `We don't know the code ${code}. Please check its spelling.`
    case "not_started":
      return `The code ${code} starts on ${day.format(why.startsAt)}.`
    case "ended":
      return `The code ${code} ended on ${day.format(why.endedAt)}.`
    case "used_up":
      return `The code ${code} has been used up.`
    case "used_by_customer":
      return `You have used the code ${code} before.`
    case "minimum":
      return `The code ${code} is for orders from ${formatPence(why.minimum)}. Add ${formatPence(why.missing)} more to use it.`
    case "nothing_applies":
      return `The code ${code} takes nothing off this order.`
  }
}
