import type { ComputeActionContext, MedusaContainer } from "@medusajs/framework/types"
import { ComputedActions, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { pricedFor } from "../../catalogue"
import { readPromotionIds } from "../../platform/medusa-tables/promotions"
import { contextOf, shippingMethods, type DiscountedCart, type DiscountedDelivery } from "./promotion-context"
import { toWholePence, type Share } from "./whole-pence"
import { findPromotionOfCode, whyNot, type WhyNot } from "./why-not"

export interface Adjustment {
  readonly code: string
  readonly promotionId: string
  /** Whole pence, VAT included. */
  readonly pence: number
}

export interface Discounts {
  readonly lines: ReadonlyMap<string, readonly Adjustment[]>
  readonly delivery: readonly Adjustment[]
  /** Why the typed code takes nothing off; null when it does, or none was typed. */
  readonly problem: { readonly code: string; readonly why: WhyNot } | null
}

export const NO_DISCOUNTS: Discounts = { lines: new Map(), delivery: [], problem: null }

type Whole = ReturnType<typeof toWholePence>[number]

export const sumOf = (adjustments: readonly { readonly pence: number }[] | undefined) =>
  (adjustments ?? []).reduce((sum, { pence }) => sum + pence, 0)

export const goodsPenceOf = (lines: DiscountedCart["lines"]) =>
  lines.reduce((sum, { unitPence, quantity }) => sum + unitPence * quantity, 0)

export const goodsDiscount = ({ lines }: Discounts) =>
  [...lines.values()].reduce((sum, each) => sum + sumOf(each), 0)

export function appliedPromotions({ lines, delivery }: Discounts): { code: string; id: string }[] {
  const all = [...[...lines.values()].flat(), ...delivery]
  return [...new Map(all.map(({ code, promotionId }) => [code, promotionId]))].map(([code, id]) => ({
    code,
    id,
  }))
}

const amount = z.unknown().transform(Number).pipe(z.number())
const action = z.object({
  action: z.enum(ComputedActions),
  code: z.string(),
  amount: amount.optional().catch(undefined),
  item_id: z.string().optional(),
  shipping_method_id: z.string().optional(),
})

/**
 * By Medusa's promotion module, in whole pence, with each delivery at its price for these goods. Its rules see prices
 * with VAT, as shoppers do: £5 off is £5 off what they pay.
 */
export async function computeDiscounts<Delivery extends DiscountedDelivery>(
  container: MedusaContainer,
  cart: DiscountedCart,
  deliveries: readonly Delivery[],
): Promise<{ delivery: Delivery; discounts: Discounts }[]> {
  const { code, hasAutomatic } = cart
  const goodsPence = goodsPenceOf(cart.lines)
  if (cart.lines.length === 0 || (code === null && !hasAutomatic))
    return deliveries.map((offered) => ({
      delivery: pricedFor(offered, goodsPence),
      discounts: NO_DISCOUNTS,
    }))
  const [promotion, context] = await Promise.all([
    code === null ? undefined : findPromotionOfCode(container, code),
    contextOf(container, cart, goodsPence),
  ])
  const results = await Promise.all(
    deliveries.map(async (offered) => {
      const discount = async (delivery: Delivery) => ({
        delivery,
        ...(await takenOff(container, cart, { delivery, context, code: promotion?.code })),
      })
      const full = await discount(pricedFor(offered, goodsPence))
      const goodsOff = sumOf(full.whole.filter(({ of }) => of !== offered.id))
      const delivery = pricedFor(offered, goodsPence - goodsOff)
      return delivery.pence === full.delivery.pence ? full : discount(delivery)
    }),
  )
  const ids = await idsOf(container, [
    ...new Set(results.flatMap(({ whole }) => whole.map((share) => share.code))),
  ])
  return results.map(({ delivery, whole, isUsedUp }) => {
    const adjustmentsOf = (id: string): Adjustment[] =>
      whole
        .filter(({ of }) => of === id)
        .map(({ code, pence }) => ({ code, promotionId: ids.get(code) ?? "", pence }))
    const isApplied = promotion !== undefined && whole.some((share) => share.code === promotion.code)
    const problem =
      code === null || isApplied
        ? null
        : { code: promotion?.code ?? code, why: whyNot(promotion, { goodsPence, isUsedUp }) }
    const discounts = {
      lines: new Map(cart.lines.map(({ id }) => [id, adjustmentsOf(id)])),
      delivery: adjustmentsOf(delivery.id),
      problem,
    }
    return { delivery, discounts }
  })
}

/** What Medusa takes off with one delivery. `code` is the typed one, if there is a promotion of it. */
async function takenOff(
  container: MedusaContainer,
  { lines, hasAutomatic }: DiscountedCart,
  {
    delivery,
    context,
    code,
  }: { delivery: DiscountedDelivery; context: ComputeActionContext; code: string | undefined },
): Promise<{ whole: Whole[]; isUsedUp: boolean }> {
  const answer = await container
    .resolve(Modules.PROMOTION)
    .computeActions(
      code === undefined ? [] : [code],
      { ...context, shipping_methods: shippingMethods(delivery) },
      { prevent_auto_promotions: !hasAutomatic },
    )
  const actions = z.array(action).parse(answer)
  const shares = actions.flatMap(({ action, code, amount = 0, ...target }): Share[] => {
    const of = target.item_id ?? target.shipping_method_id
    const isOff =
      action === ComputedActions.ADD_ITEM_ADJUSTMENT ||
      action === ComputedActions.ADD_SHIPPING_METHOD_ADJUSTMENT
    return isOff && of !== undefined ? [{ of, code, pence: amount * 100 }] : []
  })
  const prices = new Map(lines.map(({ id, unitPence, quantity }) => [id, unitPence * quantity]))
  prices.set(delivery.id, delivery.pence)
  const isUsedUp = actions.some(
    (each) =>
      each.code === code &&
      (each.action === ComputedActions.PROMOTION_LIMIT_EXCEEDED ||
        each.action === ComputedActions.CAMPAIGN_BUDGET_EXCEEDED),
  )
  return { whole: toWholePence(shares, prices), isUsedUp }
}

async function idsOf(container: MedusaContainer, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await readPromotionIds(container, { codes })
  return new Map(rows.map(({ id, code }) => [code, id]))
}
