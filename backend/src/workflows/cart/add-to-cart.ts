import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { addToCartWorkflow, createCartWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "../../catalogue"
import {
  emitCartChanged,
  readCart,
  reject,
  STANDARD_PATH,
  withAddition,
  withCartLocked,
  type CartOutcome,
  type CartState,
} from "./cart-state"
import { findSellableVariant, priceOf, type VariantDetails } from "./sellable-variant"
import { insertLine, updateLine } from "./write-line"

export interface AddToCart {
  /** The client's own id. The first write creates the cart. */
  cartId: string
  productId: string
  quantity: number
  variantId?: string | undefined
  key?: string | undefined
}

/**
 * The fast path writes the rows of Medusa's add-to-cart without tax, delivery or promotions: placing the order
 * calculates them once. Line, cart and idempotency key are one statement, so a failure leaves nothing.
 */
export async function addToCart(
  container: MedusaContainer,
  shop: Shop,
  add: AddToCart,
): Promise<CartOutcome> {
  const outcome = await withCartLocked(container, add.cartId, () => addFast(container, shop, add))
  return outcome === STANDARD_PATH ? addViaMedusa(container, shop, add) : outcome
}

async function addFast(container: MedusaContainer, shop: Shop, add: AddToCart) {
  const [cart, variant] = await Promise.all([
    readCart(container, add.cartId),
    findSellableVariant(container, shop, add.productId, add.variantId),
  ])
  if (cart?.isCompleted) return reject({ reason: "cart_completed" })
  if (add.key !== undefined && cart?.additions.includes(add.key)) return done(add.cartId)
  if (!variant) return reject({ reason: "unknown_product" })
  const { content, stock } = variant
  const line = cart?.lines.find((candidate) => candidate.variantId === content.variant_id)
  const quantity = add.quantity + (line?.quantity ?? 0)
  if (quantity > stock) return tooMany(content, stock, line?.quantity ?? 0)
  const price = await priceOf(container, shop, content)
  if (!price) return reject({ reason: "unknown_product" })
  if (cart?.requiresStandardPath) return STANDARD_PATH

  const written = { cartId: add.cartId, quantity, price, ...withAddition(cart?.additions ?? [], add.key) }
  if (line) await updateLine(container, line.id, written)
  else await insertLine(container, shop, content, written)
  await emitCartChanged(container, add.cartId, cart ? "updated" : "created")
  return done(add.cartId)
}

/** Medusa's own workflows, which take the cart's lock themselves. */
async function addViaMedusa(container: MedusaContainer, shop: Shop, add: AddToCart): Promise<CartOutcome> {
  const variant = await findSellableVariant(container, shop, add.productId, add.variantId)
  if (!variant) return reject({ reason: "unknown_product" })
  const items = [{ variant_id: variant.content.variant_id, quantity: add.quantity }]
  const cart: CartState | undefined = await readCart(container, add.cartId)
  if (cart) await addToCartWorkflow(container).run({ input: { cart_id: add.cartId, items } })
  else await createCartWorkflow(container).run({ input: newCart(shop, add.cartId, items) })
  // Medusa merges the new metadata into the cart's.
  const addition = withAddition(cart?.additions ?? [], add.key)
  await container.resolve(Modules.CART).updateCarts([{ id: add.cartId, ...addition }])
  return done(add.cartId)
}

/** A function and not a literal in the call: Medusa accepts an id, but its types do not declare one. */
function newCart<Item>(shop: Shop, id: string, items: Item[]) {
  return {
    id,
    region_id: shop.regionId,
    sales_channel_id: shop.salesChannelId,
    currency_code: shop.currencyCode,
    items,
  }
}

const done = (cartId: string): CartOutcome => ({ ok: true, cartId })

const tooMany = (content: VariantDetails, available: number, inCart: number) =>
  reject({ reason: "out_of_stock", name: content.title, available, inCart })
