import { type CartDiscount, type CartItem, type ShippingOption, toPounds } from "@shop/contracts"
import { penceOf } from "./money"

/** A line that the shop has not confirmed yet. The answer brings its real id. */
const PENDING_PREFIX = "pending_"

export const isPendingLine = (line: CartItem): boolean => line.id.startsWith(PENDING_PREFIX)

/** The cart after adding `quantity` of a product, never above the product's stock. */
export function withAdded(
  lines: readonly CartItem[],
  product: CartItem["product"],
  quantity: number,
): CartItem[] {
  const held = lines.find(
    (line) => line.product.id === product.id && line.product.variantId === product.variantId,
  )
  if (held)
    return withQuantity(
      lines,
      held.id,
      Math.min(held.quantity + quantity, Math.max(product.stock, held.quantity)),
    )
  const { id, slug, name, image, weight, price, stock, variantId } = product
  const which = variantId === undefined ? {} : { variantId }
  return [
    ...lines,
    {
      id: `${PENDING_PREFIX}${variantId ?? id}`,
      quantity,
      product: { id, slug, name, image, weight, price, stock, ...which },
    },
  ]
}

export function withQuantity(lines: readonly CartItem[], lineId: string, quantity: number): CartItem[] {
  return lines.map((line) => (line.id === lineId ? { ...line, quantity } : line))
}

export function withoutLine(lines: readonly CartItem[], lineId: string): CartItem[] {
  return lines.filter((line) => line.id !== lineId)
}

export function countItems(lines: readonly CartItem[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

export function subtotalPence(lines: readonly CartItem[]): number {
  return lines.reduce((sum, line) => sum + linePence(line), 0)
}

export function linePence(line: CartItem): number {
  return penceOf(line.product.price) * line.quantity
}

/** The number on the cart button: `"99+"` above 99 (specification, section 2). */
export function formatCount(count: number): string {
  return count > 99 ? "99+" : String(count)
}

/** The price of a delivery option for a subtotal, both in pence, less what discounts take off it. */
export function deliveryPence(
  option: ShippingOption,
  subtotal: number,
  discount: CartDiscount | null,
): number {
  const discounted = discount?.delivery[option.id]
  if (discounted !== undefined) return penceOf(discounted)
  const reached = option.conditionalPrices?.filter(({ from }) => penceOf(from) <= subtotal).at(-1)
  return penceOf((reached ?? option).price)
}

/** What it costs to have one of these delivered alone, in pounds. */
export const deliveryAlone = (option: ShippingOption, { price }: { price: string }): string =>
  toPounds(deliveryPence(option, penceOf(price), null))

/** What an order costs, all in pence. */
export interface Totals {
  subtotal: number
  discount: number
  shipping: number
  total: number
  /** How much more the goods must cost for this delivery to be free. Undefined: it is, or no such amount is known. */
  untilFree?: number | undefined
}

/** The totals as this page calculates them; null while the delivery price is unknown. */
export function calculateTotals(
  lines: readonly CartItem[],
  option: ShippingOption | undefined,
  cartDiscount: CartDiscount | null,
): Totals | null {
  if (!option) return null
  const subtotal = subtotalPence(lines)
  const discount = penceOf(cartDiscount?.goods ?? "0.00")
  const shipping = deliveryPence(option, subtotal, cartDiscount)
  const goods = subtotal - discount
  const free = option.conditionalPrices?.find(({ price }) => penceOf(price) === 0)
  const missing = free === undefined ? 0 : penceOf(free.from) - goods
  const untilFree = shipping > 0 && missing > 0 ? missing : undefined
  return { subtotal, discount, shipping, total: goods + shipping, untilFree }
}
