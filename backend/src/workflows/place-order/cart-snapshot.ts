import type { MedusaContainer } from "@medusajs/framework/types"
import {
  priceOptions,
  readPrices,
  readProductFacts,
  type PricedOption,
  type ProductFacts,
} from "../../catalogue"
import { readCartToOrder, readVariantsToOrder } from "../../platform/medusa-tables/cart-to-order"
import { readOptionRows, type ShippingOptionRow } from "../../platform/medusa-tables/shipping-options"
import { toPence } from "../../platform/money"
import { readDetails } from "../../orders/business-details/business-details"
import {
  computeDiscounts,
  goodsPenceOf,
  NO_DISCOUNTS,
  type Discounts,
} from "../../orders/discounts/compute-discounts"

type Cart = Awaited<ReturnType<typeof readCartToOrder>>[number]
export type CartLine = Cart["items"][number]

type VariantRow = Awaited<ReturnType<typeof readVariantsToOrder>>[number]
/** `price` is missing if it has none in the cart's region. */
export type Variant = VariantRow & {
  readonly price: Pick<PricedOption, "pence" | "isTaxInclusive"> | undefined
}

/** Everything an order is made of, read from the container, never from a cache. */
export interface CartSnapshot {
  readonly cart: Cart
  readonly variants: ReadonlyMap<string, Variant>
  readonly declared: ReadonlyMap<string, ProductFacts>
  /** At its price for these goods. */
  readonly shippingOption: (ShippingOptionRow & PricedOption) | null
  /** Of the cart's code and of automatic promotions, even of one that is newer than the cart. */
  readonly discounts: Discounts
  /** The responsible food business where a product names no other. */
  readonly seller: { readonly name: string; readonly address: string }
  readonly shopName: string
}

/** Whose limits of promotions count. `customerId` is null for a guest. */
export interface DiscountedCustomer {
  readonly customerId: string | null
  readonly email: string
}

/** Reads the cart and everything that decides its price and stock. Null: there is no such cart. */
export async function readCartSnapshot(
  container: MedusaContainer,
  cartId: string,
  shippingCode: string,
  customer: DiscountedCustomer,
): Promise<CartSnapshot | null> {
  const [[cart], rows, options, shop] = await Promise.all([
    readCartToOrder(container, { cart: cartId }),
    readVariantsToOrder(container, { cart: cartId }),
    readOptionRows(container, { code: shippingCode }),
    readDetails(container),
  ])
  if (!cart) return null
  const where = { regionId: cart.region_id, currency: cart.currency_code }
  const products = cart.items.flatMap(({ product_id }) => product_id ?? [])
  const [prices, declared] = await Promise.all([
    readPrices(container, priceSetsOf(rows, options), where),
    readProductFacts(container, [...new Set(products)]),
  ])
  const priceOf = (set: string | null) => {
    const price = set === null ? undefined : prices.get(set)
    return price && { pence: toPence(price.amount), isTaxInclusive: price.isTaxInclusive }
  }
  const variants = new Map(rows.map((row) => [row.id, { ...row, price: priceOf(row.price_set_id) }]))
  const lines = cart.items.map((line) => ({
    id: line.id,
    productId: line.product_id,
    variantId: line.variant_id,
    quantity: line.quantity,
    unitPence: variants.get(line.variant_id ?? "")?.price?.pence ?? 0,
    isDiscountable: line.is_discountable,
  }))
  // A buyer waits: only what these goods reach is asked for.
  const offered = await priceOptions(container, options, { where, atMost: goodsPenceOf(lines), base: prices })
  const [quote] = await computeDiscounts(
    container,
    {
      lines,
      ...where,
      salesChannelId: cart.sales_channel_id,
      code: cart.promotions.find(({ is_automatic }) => !is_automatic)?.code ?? null,
      hasAutomatic: cart.hasAutomaticPromotion,
      ...customer,
    },
    offered.slice(0, 1),
  )
  return {
    cart,
    variants,
    declared: new Map(declared.map((facts) => [facts.id, facts])),
    seller: { name: shop.legalName, address: shop.address },
    shopName: shop.name,
    shippingOption: quote?.delivery ?? null,
    discounts: quote?.discounts ?? NO_DISCOUNTS,
  }
}

function priceSetsOf(rows: readonly VariantRow[], options: readonly ShippingOptionRow[]): string[] {
  const ofVariants = rows.flatMap(({ price_set_id }) => price_set_id ?? [])
  return [...ofVariants, ...options.map(({ priceSetId }) => priceSetId)]
}
