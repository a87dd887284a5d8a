import type { PlaceOrder } from "@shop/contracts"
import { withoutAdditions } from "../cart/additions"
import { addressOf } from "./address"
import type { CartSnapshot, CartLine } from "./cart-snapshot"
import { variantOf } from "./check"
import { orderIdsOf } from "./order-ids"
import type { TaxLine } from "./read-tax"
import { productSnapshot } from "./product-snapshot"

/** The order as Medusa's order module stores it, with the same columns as its own checkout fills. Amounts in pounds. */
export function draftOrder(snapshot: CartSnapshot, request: PlaceOrder, taxLines: readonly TaxLine[]) {
  const { cart, shippingOption } = snapshot
  const ids = orderIdsOf(cart.id)
  return {
    id: ids.order,
    region_id: cart.region_id,
    sales_channel_id: cart.sales_channel_id,
    status: "pending" as const,
    email: request.email,
    currency_code: cart.currency_code,
    locale: cart.locale ?? null,
    no_notification: false,
    metadata: withoutAdditions(cart.metadata),
    shipping_address: addressOf(request),
    billing_address: addressOf(request),
    credit_lines: [],
    promo_codes: [],
    items: cart.items.map((line) => orderLine(line, snapshot, taxLines)),
    shipping_methods: shippingOption
      ? [
          {
            name: shippingOption.name,
            amount: (shippingOption.calculated_price?.calculated_amount ?? 0) / 100,
            is_tax_inclusive: shippingOption.calculated_price?.is_calculated_price_tax_inclusive ?? false,
            shipping_option_id: shippingOption.id,
            data: {},
            tax_lines: taxLines.filter(({ lineId }) => lineId === null).map(({ stored }) => stored),
            adjustments: [],
          },
        ]
      : [],
  }
}
export type OrderDraft = ReturnType<typeof draftOrder>

function orderLine(line: CartLine, snapshot: CartSnapshot, taxLines: readonly TaxLine[]) {
  const { cart, variants } = snapshot
  const variant = variantOf(line, variants)
  const { id, adjustments: _adjustments, ...same } = line
  return {
    ...same,
    id: orderIdsOf(cart.id).line(id),
    metadata: { ...line.metadata, ...productSnapshot(line, snapshot) },
    unit_price: (variant?.calculated_price?.calculated_amount ?? 0) / 100,
    is_tax_inclusive: variant?.calculated_price?.is_calculated_price_tax_inclusive ?? line.is_tax_inclusive,
    tax_lines: taxLines.filter(({ lineId }) => lineId === id).map(({ stored }) => stored),
    adjustments: [],
  }
}
