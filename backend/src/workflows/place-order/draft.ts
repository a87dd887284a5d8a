import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PlaceOrder } from "@shop/contracts"
import type { Reservation } from "medusa-payments/workflows"
import { toFood } from "../../catalogue"
import type { Adjustment } from "../../orders/discounts/compute-discounts"
import { withoutAdditions } from "../cart/cart-state"
import type { CartLine, CartSnapshot } from "./cart-snapshot"
import { variantOf } from "./check"
import { CART_ID } from "../../platform/medusa-tables/placing"
import { orderIdsOf } from "./order-of-cart"
import { SHOP_COUNTRY } from "../../platform/money"

/** The metadata key under which an order's line keeps what the shop declared about the product when it was sold. */
const PRODUCT_SNAPSHOT = "product_snapshot"

/** The order in the form that Medusa's order module stores, with the columns that Medusa's checkout fills. Amounts in pounds. */
export function draftOrder(snapshot: CartSnapshot, request: PlaceOrder, taxLines: readonly TaxLine[]) {
  const { cart, shippingOption } = snapshot
  const deliveryTax = taxLines.filter(({ lineId }) => lineId === null).map(({ stored }) => stored)
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
    metadata: { ...withoutAdditions(cart.metadata), [CART_ID]: cart.id },
    shipping_address: toAddress(request),
    billing_address: toAddress(request),
    items: cart.items.map((line) => orderLine(line, snapshot, taxLines)),
    shipping_methods: shippingOption
      ? [
          {
            name: shippingOption.name,
            amount: shippingOption.pence / 100,
            is_tax_inclusive: shippingOption.isTaxInclusive,
            shipping_option_id: shippingOption.id,
            data: {},
            tax_lines: deliveryTax,
            adjustments: deliveryAdjustments(snapshot, deliveryTax),
          },
        ]
      : [],
  }
}
export type OrderDraft = ReturnType<typeof draftOrder>

export interface OrderToWrite {
  cartId: string
  /** Null for a guest. */
  signedIn: string | null
  order: OrderDraft
  reservations: Reservation[]
  collectionId: string
  /** Null: an order of £0, which needs no payment. */
  providerId: string | null
  currency: string
  pricePence: number
  /** As wallets show it beside the payment. */
  shopName: string
  promotionIds: string[]
}

function orderLine(line: CartLine, snapshot: CartSnapshot, taxLines: readonly TaxLine[]) {
  const { cart, variants, discounts } = snapshot
  const variant = variantOf(line, variants)
  const { id, adjustments: _adjustments, ...same } = line
  return {
    ...same,
    id: orderIdsOf(cart.id).line(id),
    metadata: { ...line.metadata, ...productSnapshot(line, snapshot) },
    unit_price: (variant?.price?.pence ?? 0) / 100,
    is_tax_inclusive: variant?.price?.isTaxInclusive ?? line.is_tax_inclusive,
    tax_lines: taxLines.filter(({ lineId }) => lineId === id).map(({ stored }) => stored),
    adjustments: lineAdjustments(discounts.lines.get(id) ?? []),
  }
}

/** A line's discounts as Medusa stores them: in pounds, with VAT. */
export function lineAdjustments(adjustments: readonly Adjustment[]) {
  return adjustments.map(({ code, promotionId, pence }) => ({
    code,
    promotion_id: promotionId,
    amount: pence / 100,
    is_tax_inclusive: true,
  }))
}

/** The delivery's discounts as Medusa stores them: it adds the VAT of a price with VAT itself. */
export function deliveryAdjustments(
  { discounts, shippingOption }: CartSnapshot,
  taxLines: readonly { readonly rate: number }[],
) {
  const rate = taxLines.reduce((sum, line) => sum + line.rate, 0)
  const divisor = shippingOption?.isTaxInclusive ? 1 + rate / 100 : 1
  return discounts.delivery.map(({ code, promotionId, pence }) => ({
    code,
    promotion_id: promotionId,
    amount: pence / 100 / divisor,
  }))
}

/** The typed address in Medusa's form. The name is split at its last space; joined again it reads as typed. */
export function toAddress(request: PlaceOrder) {
  const words = request.name.split(/\s+/)
  return {
    first_name: words.length > 1 ? words.slice(0, -1).join(" ") : request.name,
    last_name: words.length > 1 ? (words.at(-1) ?? "") : "",
    address_1: request.address,
    city: request.city,
    postal_code: request.postcode,
    country_code: SHOP_COUNTRY,
    phone: request.phone,
  }
}

/** What the buyer was shown of the food, VAT and net quantity: staff may change the product tomorrow. */
export function productSnapshot(
  line: CartLine,
  { declared: all, seller }: CartSnapshot,
): Record<string, unknown> {
  const declared = all.get(line.product_id ?? "")
  if (!declared) return {}
  const food = declared.isFood ? toFood(declared) : null
  const variant = declared.variants.find(({ id }) => id === line.variant_id)
  return {
    [PRODUCT_SNAPSHOT]: {
      food: food && { ...food, operator: food.operator ?? seller },
      vat: declared.vat,
      netQuantity: variant?.netQuantity ?? null,
    },
  }
}

const taxLineRow = z
  .object({
    line_item_id: z.string().optional(),
    rate_id: z.string().nullish(),
    name: z.string().nullish(),
    code: z.string().nullish(),
    rate: z.number().nullable(),
    provider_id: z.string(),
    data: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform((row) => ({
    /** The taxed cart line. Null: the delivery. */
    lineId: row.line_item_id ?? null,
    stored: {
      description: row.name ?? "",
      tax_rate_id: row.rate_id ?? undefined,
      code: row.code ?? "",
      rate: row.rate ?? 0,
      provider_id: row.provider_id,
      data: row.data ?? null,
    },
  }))
type TaxLine = z.infer<typeof taxLineRow>

/** VAT for every line and the delivery, from Medusa's tax module, with the same question as Medusa's checkout asks. */
export async function readTax(
  container: MedusaContainer,
  { cart, variants, shippingOption }: CartSnapshot,
  request: PlaceOrder,
): Promise<TaxLine[]> {
  const { country_code, city, postal_code, address_1 } = toAddress(request)
  const items = cart.items.map((line) => ({
    id: line.id,
    product_id: line.product_id ?? "",
    product_type_id: line.product_type_id ?? undefined,
    quantity: line.quantity,
    unit_price: (variantOf(line, variants)?.price?.pence ?? 0) / 100,
    currency_code: cart.currency_code,
  }))
  const delivery = shippingOption
    ? [
        {
          id: shippingOption.id,
          shipping_option_id: shippingOption.id,
          unit_price: shippingOption.pence / 100,
          currency_code: cart.currency_code,
        },
      ]
    : []
  const tax = container.resolve(Modules.TAX)
  const lines = await tax.getTaxLines([...items, ...delivery], {
    address: { country_code, city, postal_code, address_1 },
  })
  return z.array(taxLineRow).parse(lines)
}
