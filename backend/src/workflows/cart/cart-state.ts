import type { MedusaContainer } from "@medusajs/framework/types"
import { CartWorkflowEvents, Modules } from "@medusajs/framework/utils"
import type { CartDiscount } from "@shop/contracts"
import { readCartState } from "../../platform/medusa-tables/carts"

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

export type CartState = Awaited<ReturnType<typeof readCartState>>[number]
export type CartLine = CartState["lines"][number]

/** @returns undefined for a cart that nothing was ever added to */
export async function readCart(container: MedusaContainer, cartId: string): Promise<CartState | undefined> {
  const [cart] = await readCartState(container, { cart: cartId })
  return cart
}

/** Under the key that Medusa's own cart workflows lock: one of those inside would wait for this lock. */
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

export function withoutAdditions(
  metadata: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  const { [ADDITIONS]: _additions, ...rest } = metadata ?? {}
  return rest
}
