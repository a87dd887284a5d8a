import type { ComputeActionContext, MedusaContainer } from "@medusajs/framework/types"
import { ComputedActions, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph, querySql } from "../query/query"
import { toWholePence, type Share } from "./whole-pence"
import { findPromotionOfCode, whyNot, type WhyNot } from "./why-not"

/** What promotions are applied to. Money in pence, as the shopper pays it, VAT included. */
export interface DiscountedCart {
  readonly lines: readonly {
    readonly id: string
    readonly productId: string | null
    readonly variantId: string | null
    readonly quantity: number
    readonly unitPence: number
    readonly isDiscountable: boolean
  }[]
  /** Null until one is chosen. */
  readonly delivery: { readonly id: string; readonly typeId: string; readonly pence: number } | null
  readonly regionId: string | null
  readonly salesChannelId: string | null
  readonly currency: string
  /** The code that the shopper typed. */
  readonly code: string | null
  /** Whether an automatic promotion may be active. Whether its rules let it apply is for Medusa to say. */
  readonly hasAutomatic: boolean
  /** The signed-in customer; null for a guest. */
  readonly customerId: string | null
  /** Null: not known yet. Then limits per customer are checked when the order is placed. */
  readonly email: string | null
}

/** What one promotion takes off one line or the delivery. */
export interface Adjustment {
  readonly code: string
  readonly promotionId: string
  /** Whole pence, VAT included. */
  readonly pence: number
}

export interface Discounts {
  /** By the line's id. */
  readonly lines: ReadonlyMap<string, readonly Adjustment[]>
  readonly delivery: readonly Adjustment[]
  /** Why the typed code takes nothing off; null when it does, or none was typed. */
  readonly problem: { readonly code: string; readonly why: WhyNot } | null
}

const NO_DISCOUNTS: Discounts = { lines: new Map(), delivery: [], problem: null }

export const sumOf = (adjustments: readonly Adjustment[] | undefined) =>
  (adjustments ?? []).reduce((sum, { pence }) => sum + pence, 0)

/** Everything off the goods. */
export const goodsDiscount = ({ lines }: Discounts) =>
  [...lines.values()].reduce((sum, each) => sum + sumOf(each), 0)

/** The promotions that take something off, each once. */
export function appliedPromotions({ lines, delivery }: Discounts): { code: string; id: string }[] {
  const all = [...[...lines.values()].flat(), ...delivery]
  return [...new Map(all.map(({ code, promotionId }) => [code, promotionId]))].map(([code, id]) => ({
    code,
    id,
  }))
}

/** SQL: whether an automatic promotion may be active. */
export const AUTOMATIC_PROMOTION = `exists (
  select from promotion p left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
   where p.is_automatic and p.status = 'active' and p.deleted_at is null
     and coalesce(c.starts_at, '-infinity') <= now() and coalesce(c.ends_at, 'infinity') > now())`

// Medusa's rules fail on null.
const given = z
  .string()
  .nullish()
  .transform((id) => id ?? "")
const ids = z
  .array(z.object({ id: z.string() }))
  .nullish()
  .transform((rows) => rows ?? [])
const productRow = z.object({
  id: z.string(),
  collection_id: given,
  type_id: given,
  categories: ids,
  tags: ids,
})
const customerRow = z.object({ id: z.string(), groups: ids })

/** What Medusa's promotion module answers about a line, the delivery or a limit. */
const amount = z.unknown().transform(Number).pipe(z.number())
const action = z.object({
  action: z.enum(ComputedActions),
  code: z.string(),
  amount: amount.optional().catch(undefined),
  item_id: z.string().optional(),
  shipping_method_id: z.string().optional(),
})

/**
 * What the typed code and the automatic promotions take off a cart, by Medusa's promotion module, in whole pence.
 * Its rules see the prices with VAT, as shoppers do: £5 off is £5 off what they pay, and 10 % is 10 % of it.
 */
export async function computeDiscounts(container: MedusaContainer, cart: DiscountedCart): Promise<Discounts> {
  const { code, delivery, hasAutomatic } = cart
  if (cart.lines.length === 0 || (code === null && !hasAutomatic)) return NO_DISCOUNTS
  const goodsPence = cart.lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0)
  const [promotion, context] = await Promise.all([
    code === null ? undefined : findPromotionOfCode(container, code),
    contextOf(container, cart, goodsPence),
  ])
  const promotions = container.resolve(Modules.PROMOTION)
  const codes = promotion ? [promotion.code] : []
  const actions = z
    .array(action)
    .parse(await promotions.computeActions(codes, context, { prevent_auto_promotions: !hasAutomatic }))
  const shares = actions.flatMap(({ action, code, amount = 0, ...target }): Share[] => {
    const of = target.item_id ?? target.shipping_method_id
    const isOff =
      action === ComputedActions.ADD_ITEM_ADJUSTMENT ||
      action === ComputedActions.ADD_SHIPPING_METHOD_ADJUSTMENT
    return isOff && of !== undefined ? [{ of, code, pence: amount * 100 }] : []
  })
  const prices = new Map(cart.lines.map(({ id, unitPence, quantity }) => [id, unitPence * quantity]))
  if (delivery) prices.set(delivery.id, delivery.pence)
  const whole = toWholePence(shares, prices)
  const ids = await idsOf(container, [...new Set(whole.map((share) => share.code))])
  const adjustmentsOf = (id: string): Adjustment[] =>
    whole
      .filter(({ of }) => of === id)
      .map(({ code, pence }) => ({ code, promotionId: ids.get(code) ?? "", pence }))
  const isApplied = promotion !== undefined && whole.some((share) => share.code === promotion.code)
  const isUsedUp = actions.some(
    ({ action, code }) =>
      code === promotion?.code &&
      (action === ComputedActions.PROMOTION_LIMIT_EXCEEDED ||
        action === ComputedActions.CAMPAIGN_BUDGET_EXCEEDED),
  )
  return {
    lines: new Map(cart.lines.map(({ id }) => [id, adjustmentsOf(id)])),
    delivery: delivery ? adjustmentsOf(delivery.id) : [],
    problem:
      code === null || isApplied
        ? null
        : { code: promotion?.code ?? code, why: whyNot(promotion, { goodsPence, isUsedUp }) },
  }
}

/** Never the id or address of a customer: a limit per customer, who is not known yet, is not reached. */
const NOT_KNOWN = "not known"

/** The cart as the rules of promotions see it, with the names of Medusa's cart. */
async function contextOf(
  container: MedusaContainer,
  cart: DiscountedCart,
  goodsPence: number,
): Promise<ComputeActionContext> {
  const [products, [customer]] = await Promise.all([
    queryGraph(container, productRow, {
      entity: "product",
      filters: { id: [...new Set(cart.lines.flatMap(({ productId }) => productId ?? []))] },
    }),
    cart.customerId === null && cart.email === null
      ? []
      : queryGraph(container, customerRow, { entity: "customer", filters: ownerFilter(cart) }),
  ])
  const byId = new Map(products.map((product) => [product.id, product]))
  return {
    currency_code: cart.currency,
    region_id: cart.regionId ?? "",
    region: { id: cart.regionId ?? "" },
    sales_channel_id: cart.salesChannelId ?? "",
    shipping_address: { country_code: "gb" },
    customer_id: customer?.id ?? NOT_KNOWN,
    email: cart.email?.toLowerCase() ?? NOT_KNOWN,
    // Typing the address of a guest proves nothing, so only an account has groups.
    ...(customer && cart.customerId !== null && { customer }),
    item_total: goodsPence / 100,
    item_subtotal: goodsPence / 100,
    subtotal: goodsPence / 100,
    items: cart.lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      unit_price: line.unitPence / 100,
      subtotal: (line.unitPence * line.quantity) / 100,
      original_total: (line.unitPence * line.quantity) / 100,
      is_discountable: line.isDiscountable,
      variant_id: line.variantId ?? "",
      variant: { id: line.variantId ?? "" },
      product: byId.get(line.productId ?? "") ?? { id: "" },
    })),
    shipping_methods: cart.delivery
      ? [
          {
            id: cart.delivery.id,
            shipping_option_id: cart.delivery.id,
            shipping_option: { shipping_option_type_id: cart.delivery.typeId },
            subtotal: cart.delivery.pence / 100,
            original_total: cart.delivery.pence / 100,
          },
        ]
      : [],
  }
}

const ownerFilter = ({ customerId, email }: DiscountedCart) =>
  customerId === null ? { email, has_account: false } : { id: customerId }

const codeRow = z.object({ id: z.string(), code: z.string() })

async function idsOf(container: MedusaContainer, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const sql = `select id, code from promotion where code = any(cast(:codes as text[])) and deleted_at is null`
  const rows = await querySql(container, codeRow, sql, { codes })
  return new Map(rows.map(({ id, code }) => [code, id]))
}
