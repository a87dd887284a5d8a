import type { MedusaContainer } from "@medusajs/framework/types"
import { CartWorkflowEvents, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { CartDiscount } from "@shop/contracts"
import { AUTOMATIC_PROMOTION } from "../../orders/discounts/compute-discounts"
import { querySql } from "../../platform/sql/query"

/** Longer than any queue of one shopper's clicks. */
const LOCK_SECONDS = 10

/** Why a cart call is rejected. The route has the sentences. */
export type CartRejection =
  | { reason: "unknown_product" }
  | { reason: "unknown_line" }
  | { reason: "empty_cart" }
  | { reason: "code_refused"; sentence: string }
  | { reason: "cart_completed" }
  /** `available` in all, `inCart` of them in this cart already. */
  | { reason: "out_of_stock"; name: string; available: number; inCart: number }

export type CartOutcome =
  | {
      ok: true
      cartId: string
      /** What discounts take off now, if the change has computed it. */
      discount?: CartDiscount
    }
  | ({ ok: false } & CartRejection)

export const reject = (rejection: CartRejection): CartOutcome => ({ ok: false, ...rejection })

/** The fast path's answer, under the lock, for a cart that only Medusa's own workflows handle. */
export const STANDARD_PATH = "standard path"

const lineRow = z.object({
  id: z.string(),
  variantId: z.string().nullable(),
  productId: z.string().nullable(),
  quantity: z.int(),
  /** Stored with the line, for a product that is no longer sold. */
  title: z.string(),
  handle: z.string().nullable(),
  thumbnail: z.string().nullable(),
  variantTitle: z.string().nullable(),
  unitPrice: z.number(),
  isDiscountable: z.boolean(),
})
export type CartLine = z.infer<typeof lineRow>

const cartRow = z.object({
  isCompleted: z.boolean(),
  requiresStandardPath: z.boolean(),
  additions: z.array(z.string()).catch([]),
  regionId: z.string().nullable(),
  salesChannelId: z.string().nullable(),
  currency: z.string(),
  code: z.string().nullable(),
  hasAutomaticPromotion: z.boolean(),
  lines: z.array(lineRow),
})
export type CartState = z.infer<typeof cartRow>

/**
 * A cart in one statement. `requiresStandardPath` is true for everything that the fast path does not carry on:
 * credit, a delivery, payment or promotion begun through Medusa's API, a customer's prices, manual prices. The shop's own
 * discount codes are only linked to the cart: what they take off is computed when the cart is read and ordered.
 */
const CART = `
select c.completed_at is not null as "isCompleted", c.metadata -> 'additions' as additions,
  c.region_id as "regionId", c.sales_channel_id as "salesChannelId", c.currency_code as currency,
  (select p.code from cart_promotion l join promotion p on p.id = l.promotion_id and p.deleted_at is null
    where l.cart_id = c.id and l.deleted_at is null and not p.is_automatic limit 1) as code,
  ${AUTOMATIC_PROMOTION} as "hasAutomaticPromotion",
  (c.customer_id is not null
    or exists (select from credit_line l where l.cart_id = c.id and l.deleted_at is null)
    or exists (select from cart_shipping_method m where m.cart_id = c.id and m.deleted_at is null)
    or exists (select from cart_payment_collection p where p.cart_id = c.id and p.deleted_at is null)
    or exists (select from cart_line_item i where i.cart_id = c.id and i.deleted_at is null and i.is_custom_price)
    or exists (select from cart_line_item i join cart_line_item_adjustment a on a.item_id = i.id and a.deleted_at is null
      where i.cart_id = c.id and i.deleted_at is null)) as "requiresStandardPath",
  coalesce((select json_agg(json_build_object(
      'id', i.id, 'variantId', i.variant_id, 'productId', i.product_id, 'quantity', i.quantity, 'title', i.title,
      'handle', i.product_handle, 'thumbnail', i.thumbnail, 'variantTitle', i.variant_title, 'unitPrice', i.unit_price,
      'isDiscountable', i.is_discountable
    ) order by i.created_at, i.id)
    from cart_line_item i where i.cart_id = c.id and i.deleted_at is null), '[]') as lines
from cart c where c.id = :cart and c.deleted_at is null`

/** @returns undefined for a cart that nothing was ever added to */
export async function readCart(container: MedusaContainer, cartId: string): Promise<CartState | undefined> {
  const [cart] = await querySql(container, cartRow, CART, { cart: cartId })
  return cart
}

const ownerRow = z.object({ cartId: z.string() })

/** The cart of a line; undefined for a removed or unknown line. */
export async function cartOfLine(container: MedusaContainer, lineId: string): Promise<string | undefined> {
  const sql = `select cart_id as "cartId" from cart_line_item where id = :line and deleted_at is null`
  const [owner] = await querySql(container, ownerRow, sql, { line: lineId })
  return owner?.cartId
}

/**
 * Runs a change of a cart under the key that Medusa's own cart workflows lock. Never run one of those inside: it would
 * wait for this lock.
 */
export function withCartLocked<Result>(
  container: MedusaContainer,
  cartId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  return container.resolve(Modules.LOCKING).execute([cartId], change, { timeout: LOCK_SECONDS })
}

/** Emits the event that Medusa's own workflow would emit. */
export async function emitCartChanged(
  container: MedusaContainer,
  cartId: string,
  change: "created" | "updated",
): Promise<void> {
  const name = change === "created" ? CartWorkflowEvents.CREATED : CartWorkflowEvents.UPDATED
  await container.resolve(Modules.EVENT_BUS).emit({ name, data: { id: cartId } })
}

const ADDITIONS = "additions"
/** More clicks than one shopper has in flight at once. */
const MOST_ADDITIONS = 20

/** A cart's metadata after one more addition. Older keys are dropped. */
export function withAddition(
  known: readonly string[],
  key: string | undefined,
): { metadata?: { [ADDITIONS]: string[] } } {
  return key === undefined ? {} : { metadata: { [ADDITIONS]: [...known, key].slice(-MOST_ADDITIONS) } }
}

/** A cart's metadata as its order takes it over. */
export function withoutAdditions(
  metadata: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  const { [ADDITIONS]: _additions, ...rest } = metadata ?? {}
  return rest
}
