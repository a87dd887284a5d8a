import type { ComputeActionContext, MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PricedOption } from "../../catalogue"
import { mailboxOf } from "../../platform/email-address"
import { queryGraph } from "../../platform/sql/query"
import { SHOP_COUNTRY } from "../../platform/money"

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
  readonly regionId: string | null
  readonly salesChannelId: string | null
  readonly currency: string
  readonly code: string | null
  /** Whether an automatic promotion may be active. Whether its rules let it apply is for Medusa to say. */
  readonly hasAutomatic: boolean
  readonly customerId: string | null
  /** Null: not known yet. Then limits per customer are checked when the order is placed. */
  readonly email: string | null
}

export interface DiscountedDelivery extends PricedOption {
  readonly id: string
  readonly typeId: string
}

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

/** Never the id or address of a customer: a limit per customer, who is not known yet, is not reached. */
const NOT_KNOWN = "not known"

export async function contextOf(
  container: MedusaContainer,
  cart: DiscountedCart,
  goodsPence: number,
): Promise<ComputeActionContext> {
  const [products, [customer]] = await Promise.all([
    queryGraph(container, productRow, {
      entity: "product",
      filters: { id: [...new Set(cart.lines.flatMap(({ productId }) => productId ?? []))] },
    }),
    cart.customerId === null
      ? []
      : queryGraph(container, customerRow, { entity: "customer", filters: { id: cart.customerId } }),
  ])
  const mailbox = cart.email === null ? NOT_KNOWN : mailboxOf(cart.email)
  const byId = new Map(products.map((product) => [product.id, product]))
  return {
    currency_code: cart.currency,
    region_id: cart.regionId ?? "",
    region: { id: cart.regionId ?? "" },
    sales_channel_id: cart.salesChannelId ?? "",
    shipping_address: { country_code: SHOP_COUNTRY },
    // The names by which `promotion-usage` counts.
    customer_id: customer?.id ?? mailbox,
    email: mailbox,
    // Typing the address of a guest proves nothing, so only an account has groups.
    ...(customer && { customer }),
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
  }
}

export const shippingMethods = ({ id, typeId, pence }: DiscountedDelivery) => [
  {
    id,
    shipping_option_id: id,
    shipping_option: { shipping_option_type_id: typeId },
    subtotal: pence / 100,
    original_total: pence / 100,
  },
]
