import type { MedusaContainer } from "@medusajs/framework/types"
import { QueryContext } from "@medusajs/framework/utils"
import { readProductFacts } from "../../catalogue"
import { databaseOf } from "../../query/database"
import { queryRows } from "../../query/query-rows"
import { readDetails } from "../business-details/read-business-details"
import { cartRow, shippingOptionRow, variantRow, type CartSnapshot, type Cart } from "./cart-snapshot"

const CART_FIELDS = [
  "id",
  "region_id",
  "sales_channel_id",
  "currency_code",
  "locale",
  "customer_id",
  "completed_at",
  "metadata",
  "items.*",
  "items.adjustments.id",
  "credit_lines.id",
  "shipping_methods.id",
  "promotions.id",
]

const VARIANT_FIELDS = [
  "id",
  "manage_inventory",
  "allow_backorder",
  "product.id",
  "product.status",
  "calculated_price.*",
  "inventory_items.inventory_item_id",
  "inventory_items.required_quantity",
  "inventory_items.inventory.location_levels.location_id",
  "inventory_items.inventory.location_levels.stocked_quantity",
  "inventory_items.inventory.location_levels.reserved_quantity",
]

/** The cart and everything that decides its price and stock, as they are now; null when there is no such cart. */
export async function readCartSnapshot(
  container: MedusaContainer,
  cartId: string,
  shippingCode: string,
): Promise<CartSnapshot | null> {
  const [cart] = await queryRows(container, cartRow, {
    entity: "cart",
    fields: CART_FIELDS,
    filters: { id: cartId },
  })
  if (!cart) return null
  const context = {
    calculated_price: QueryContext({ region_id: cart.region_id, currency_code: cart.currency_code }),
  }
  const ids = variantIds(cart)
  const products = cart.items.flatMap(({ product_id }) => product_id ?? [])
  const [variants, declared, shop, shippingOptions] = await Promise.all([
    ids.length === 0
      ? []
      : queryRows(container, variantRow, {
          entity: "variant",
          fields: VARIANT_FIELDS,
          filters: { id: ids },
          context,
        }),
    readProductFacts(databaseOf(container), [...new Set(products)]),
    readDetails(container),
    readShippingOptions(container, cart, shippingCode),
  ])
  return {
    cart,
    variants: new Map(variants.map((variant) => [variant.id, variant])),
    declared: new Map(declared.map((facts) => [facts.id, facts])),
    seller: { name: shop.legalName, address: shop.address },
    shippingOption: shippingOptions[0] ?? null,
  }
}

async function readShippingOptions(container: MedusaContainer, cart: Cart, code: string) {
  const context = {
    calculated_price: QueryContext({ region_id: cart.region_id, currency_code: cart.currency_code }),
  }
  return queryRows(container, shippingOptionRow, {
    entity: "shipping_option",
    fields: ["id", "name", "data", "type.code", "calculated_price.*"],
    filters: { type: { code } },
    context,
  })
}

function variantIds(cart: Cart): string[] {
  return [...new Set(cart.items.flatMap((line) => (line.variant_id === null ? [] : [line.variant_id])))]
}
