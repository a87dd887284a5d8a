import { createHash } from "node:crypto"

/** Crockford's base 32, as ULIDs are written. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/**
 * The ids of the order that a cart becomes. They follow from the cart's own random id, so the database's primary key
 * refuses a second order for one cart even where every lock is lost, and a half-made one can be found and undone.
 */
export function orderIdsOf(cartId: string): {
  order: string
  collection: string
  line(cartLineId: string): string
} {
  return {
    order: `order_${digest(`order:${cartId}`)}`,
    collection: `pay_col_${digest(`payment:${cartId}`)}`,
    line: (cartLineId) => `ordli_${digest(`line:${cartId}:${cartLineId}`)}`,
  }
}

/** 26 characters, 130 bits: as many as a ULID has. */
function digest(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 26)
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("")
}
