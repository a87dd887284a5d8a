import { randomBytes } from "node:crypto"
import { cartDiscountSchema, DISCOUNT_HEADER, type CartDiscount } from "@shop/contracts"
import { z } from "zod"
import { send } from "./call"
import type { Staff } from "./staff"

interface PromotionOptions {
  type?: "percentage" | "fixed"
  value: number
  target?: "order" | "items" | "shipping_methods"
  limit?: number
  campaign?: object
  rules?: { attribute: string; operator: string; values: string[] }[]
  isAutomatic?: boolean
  isTaxInclusive?: boolean
}

const promotionAnswer = z.object({ promotion: z.object({ id: z.string(), code: z.string() }) })

/** Creates a promotion with a new code, as staff do in the admin. */
export async function makePromotion(
  staff: Staff,
  {
    type = "percentage",
    value,
    target = "order",
    limit,
    campaign,
    rules,
    isAutomatic,
    isTaxInclusive,
  }: PromotionOptions,
): Promise<{ id: string; code: string }> {
  const { promotion } = await staff.post(promotionAnswer, "/admin/promotions", {
    code: `CODE${randomBytes(5).toString("hex").toUpperCase()}`,
    type: "standard",
    status: "active",
    is_automatic: isAutomatic ?? false,
    is_tax_inclusive: isTaxInclusive ?? false,
    ...(limit !== undefined && { limit }),
    ...(campaign !== undefined && { campaign }),
    ...(rules !== undefined && { rules }),
    application_method: {
      type,
      target_type: target,
      allocation: target === "shipping_methods" ? "each" : "across",
      ...(target === "shipping_methods" && { max_quantity: 1 }),
      value,
      currency_code: "gbp",
    },
  })
  return promotion
}

/** A campaign for a promotion's dates or budget. */
export const campaign = (over: object = {}) => {
  const name = `Campaign ${randomBytes(5).toString("hex")}`
  return { name, campaign_identifier: name, ...over }
}

/** Applies a code as the storefront does. */
export const applyCode = (cartId: string, code: string, backendUrl?: string) =>
  send(`/api/cart/${cartId}/discount`, { method: "POST", body: { code }, backendUrl })

/** What the answer about a cart says of its discounts. */
export function discountIn(response: Response): CartDiscount | null {
  const text = response.headers.get(DISCOUNT_HEADER)
  return text === null ? null : z.core.parse(cartDiscountSchema, JSON.parse(decodeURIComponent(text)))
}
