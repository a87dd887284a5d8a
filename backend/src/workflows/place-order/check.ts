import type { MedusaContainer } from "@medusajs/framework/types"
import type { PlaceOrder } from "@shop/contracts"
import { environment } from "../../platform/config"
import { buyerOf } from "../../orders/known-buyers"
import { whyNotPayable } from "../../orders/payable-methods"
import { goodsDiscount, sumOf } from "../../orders/discounts/compute-discounts"
import { sayWhyNot } from "../../orders/discounts/why-not"
import type { CartLine, CartSnapshot, Variant } from "./cart-snapshot"
import type { Rejection } from "./outcome"

/** What an order costs, in integer pence, VAT included. */
export interface Totals {
  readonly subtotal: number
  readonly discount: number
  /** Less what discounts take off it. */
  readonly shipping: number
  readonly total: number
}

/** The totals of a cart at today's prices. Null: something in it has no price. */
export function totalsOf({ cart, variants, shippingOption, discounts }: CartSnapshot): Totals | null {
  if (shippingOption === null) return null
  const shipping = shippingOption.pence - sumOf(discounts.delivery)
  const discount = goodsDiscount(discounts)
  let subtotal = 0
  for (const line of cart.items) {
    const unit = variantOf(line, variants)?.price?.pence
    if (unit === undefined) return null
    subtotal += unit * line.quantity
  }
  return { subtotal, discount, shipping, total: subtotal - discount + shipping }
}

/** The first reason why this cart may not become an order at the claimed totals. Null: it may. */
export function findRejection(
  snapshot: CartSnapshot,
  claimed: { shippingCost: number; total: number; shippingMethod: string },
): Rejection | null {
  const { cart, variants, shippingOption } = snapshot
  const noDelivery: Rejection = { reason: "no_delivery", method: claimed.shippingMethod }
  if (cart.items.length === 0) return { reason: "empty_cart" }
  if (!shippingOption) return noDelivery
  for (const line of cart.items) {
    const variant = variantOf(line, variants)
    const isSold = variant?.price && variant.product.status === "published"
    if (!isSold || isMissingAllergens(variant, snapshot))
      return { reason: "withdrawn", product: nameOf(line) }
  }
  const unsuitable = findTooManyPieces(snapshot) ?? findShortage(snapshot)
  if (unsuitable) return unsuitable
  const totals = totalsOf(snapshot)
  if (totals === null) return noDelivery
  if (totals.shipping !== claimed.shippingCost || totals.total !== claimed.total)
    return { reason: "totals_changed", ...totals, discountProblem: discountProblemOf(snapshot) }
  return null
}

export function discountProblemOf({ discounts: { problem } }: CartSnapshot): string | null {
  return problem && sayWhyNot(problem.code, problem.why)
}

/** Before anything is written. Uses the claimed total: an order with another total is rejected. */
export async function findMethodRejection(
  container: MedusaContainer,
  { paymentMethod, total, email }: PlaceOrder,
  customerId: string | null,
): Promise<Rejection | null> {
  return whyNotPayable(container, paymentMethod, total, buyerOf(container, { email, customerId }))
}

/** A food without declared allergens is never sold, however it came into a cart. */
function isMissingAllergens(variant: Variant, { declared }: CartSnapshot): boolean {
  const product = declared.get(variant.product.id)
  return !product || (product.isFood && product.facts.allergens === null)
}

/** The first limit of pieces that the cart exceeds. Lines of one variant count together. */
function findTooManyPieces({ cart, variants }: CartSnapshot): Rejection | null {
  const perVariant = new Map<string | null, number>()
  for (const line of cart.items) {
    const pieces = (perVariant.get(line.variant_id) ?? 0) + line.quantity
    perVariant.set(line.variant_id, pieces)
    const most = variantOf(line, variants)?.product.metadata?.pieces_per_line ?? environment.PIECES_PER_LINE
    if (pieces > most) return { reason: "too_many_pieces", product: nameOf(line), most }
  }
  const all = cart.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return all > environment.PIECES_PER_ORDER
    ? { reason: "too_many_pieces", product: null, most: environment.PIECES_PER_ORDER }
    : null
}

/** The first line that exceeds the stock. Variants that are made of one inventory item share it. */
function findShortage({ cart, variants }: CartSnapshot): Rejection | null {
  const wanted = new Map<string, number>()
  const pieces = new Map<Variant, number>()
  for (const line of cart.items) {
    const variant = variantOf(line, variants)
    if (!variant?.manage_inventory) continue
    pieces.set(variant, (pieces.get(variant) ?? 0) + line.quantity)
    for (const { inventory_item_id: item, required_quantity: each } of variant.inventory_items)
      wanted.set(item, (wanted.get(item) ?? 0) + each * line.quantity)
  }
  for (const line of cart.items) {
    const variant = variantOf(line, variants)
    if (!variant?.manage_inventory || variant.allow_backorder) continue
    const mine = pieces.get(variant) ?? 0
    // A counted product without an inventory item has nothing to sell.
    const left =
      variant.inventory_items.length === 0
        ? [0]
        : variant.inventory_items.map((part) => {
            const each = Math.max(1, part.required_quantity)
            const missing = (wanted.get(part.inventory_item_id) ?? 0) - freeOf(part)
            return Math.floor((mine * each - missing) / each)
          })
    const available = Math.max(0, Math.min(...left))
    if (mine > available) return { reason: "out_of_stock", product: nameOf(line), available }
  }
  return null
}

function freeOf({ inventory }: Variant["inventory_items"][number]): number {
  const free = inventory.location_levels.reduce(
    (sum, level) => sum + level.stocked_quantity - level.reserved_quantity,
    0,
  )
  return Math.max(0, free)
}

/** For promotions by Medusa's API, credit, manual prices, kits, backorders and several stock locations. */
export function requiresStandardCheckout(snapshot: CartSnapshot): boolean {
  const { cart, variants } = snapshot
  if (cart.items.length === 0) return false
  if (cart.credit_lines.length > 0 || cart.customer_id) return true
  return !cart.items.every((line) => {
    const variant = variantOf(line, variants)
    const [item, ...others] = variant?.inventory_items ?? []
    return (
      line.adjustments.length === 0 &&
      !line.is_giftcard &&
      !line.is_custom_price &&
      variant !== undefined &&
      variant.manage_inventory &&
      !variant.allow_backorder &&
      others.length === 0 &&
      item?.required_quantity === 1 &&
      item.inventory.location_levels.length === 1
    )
  })
}

/** The variant that a line sells, as the catalogue has it now. Undefined: it no longer exists. */
export function variantOf(line: CartLine, variants: ReadonlyMap<string, Variant>): Variant | undefined {
  return line.variant_id === null ? undefined : variants.get(line.variant_id)
}

export function nameOf(line: CartLine): string {
  return line.product_title ?? line.title
}
