import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"

const lineRow = z.object({
  id: z.string(),
  variantId: z.string().nullable(),
  productId: z.string().nullable(),
  quantity: z.int(),
  /** What the line itself remembers, for a product that is no longer sold. */
  title: z.string(),
  handle: z.string().nullable(),
  thumbnail: z.string().nullable(),
  variantTitle: z.string().nullable(),
  unitPrice: z.number(),
})
export type CartLine = z.infer<typeof lineRow>

const cartRow = z.object({
  isCompleted: z.boolean(),
  requiresStandardPath: z.boolean(),
  /** The idempotency keys of what was last put in. */
  additions: z.array(z.string()).catch([]),
  lines: z.array(lineRow),
})
export type CartState = z.infer<typeof cartRow>

/**
 * A cart in one question. `requiresStandardPath` is true of whatever our fast path do not carry on: promotions and credit,
 * a delivery or a payment already begun through Medusa's own API, a signed-in customer's prices, prices set by hand.
 */
const SQL = `
select c.completed_at is not null as "isCompleted", c.metadata -> 'additions' as additions,
  (c.customer_id is not null
    or exists (select from cart_promotion p where p.cart_id = c.id and p.deleted_at is null)
    or exists (select from credit_line l where l.cart_id = c.id and l.deleted_at is null)
    or exists (select from cart_shipping_method m where m.cart_id = c.id and m.deleted_at is null)
    or exists (select from cart_payment_collection p where p.cart_id = c.id and p.deleted_at is null)
    or exists (select from cart_line_item i where i.cart_id = c.id and i.deleted_at is null and i.is_custom_price)
    or exists (select from cart_line_item i join cart_line_item_adjustment a on a.item_id = i.id and a.deleted_at is null
      where i.cart_id = c.id and i.deleted_at is null)) as "requiresStandardPath",
  coalesce((select json_agg(json_build_object(
      'id', i.id, 'variantId', i.variant_id, 'productId', i.product_id, 'quantity', i.quantity, 'title', i.title,
      'handle', i.product_handle, 'thumbnail', i.thumbnail, 'variantTitle', i.variant_title, 'unitPrice', i.unit_price
    ) order by i.created_at, i.id)
    from cart_line_item i where i.cart_id = c.id and i.deleted_at is null), '[]') as lines
from cart c where c.id = :cart and c.deleted_at is null`

/** @returns undefined for a cart nobody has put anything into. */
export async function readCart(container: MedusaContainer, cartId: string): Promise<CartState | undefined> {
  const [cart] = await databaseOf(container).ask(cartRow, SQL, { cart: cartId })
  return cart
}

const ownerRow = z.object({ cartId: z.string() })

/** The cart a line lies in; undefined for a line that was taken out or never was. */
export async function cartOfLine(container: MedusaContainer, lineId: string): Promise<string | undefined> {
  const sql = `select cart_id as "cartId" from cart_line_item where id = :line and deleted_at is null`
  const [owner] = await databaseOf(container).ask(ownerRow, sql, { line: lineId })
  return owner?.cartId
}
