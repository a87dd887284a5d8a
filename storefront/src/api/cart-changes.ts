import { CART_HEADER, type CartItem, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { mutationOptions, type QueryClient } from "@tanstack/react-query"
import { withAdded } from "../lib/cart-lines"
import { randomAlphanumerics } from "../lib/random-id"
import { ApiError, problemOf, RETRY_UNCERTAIN } from "../lib/api-error"
import {
  CART_MUTATIONS,
  cartKey,
  confirmCart,
  confirmedLines,
  createCartId,
  readCartId,
  refreshCart,
  saveCartId,
  storeDiscount,
} from "./cart-state"
import { applyPendingQuantities } from "./pending-quantities"
import { parserOf } from "./load-schemas"
import { requestWithHeaders } from "./request"

/** Data, so that it can be kept and repeated safely: an addition has its key, the others state the result, not the difference. */
export interface CartChange {
  method: "POST" | "PATCH" | "DELETE"
  path: string
  body?: object
  /** Of an addition: the shop recognises a repeated one by it. Without its cart it goes to another. */
  key?: string
  /** The lines as they will be. It is not kept. */
  predict?: (lines: CartItem[]) => CartItem[]
}

/** One press of a button. It keeps its key however often it is sent. */
export const addition = (
  body: { productId: string; variantId?: string | undefined; quantity: number },
  key = randomAlphanumerics(24),
): CartChange & { key: string } => ({ method: "POST", path: "/api/cart", body, key })

/** The same for a product whose line can be shown at once. */
export const additionOf = (product: CartItem["product"], quantity: number): CartChange => ({
  ...addition({ productId: product.id, variantId: product.variantId, quantity }),
  predict: (lines) => withAdded(lines, product, quantity),
})

export const DISCOUNT = "/discount"

/**
 * Shows a change at once and replaces it with the shop's answer, the whole cart. While more changes wait, earlier answers are out
 * of date and ignored. After the last one the cart is fetched again, as the specification says. A failure restores the last
 * confirmed cart. One scope for all: they run one after another and cannot overtake or undo each other. Each may be sent again
 * when its answer is lost, and waits while the browser is offline.
 */
export function changeCart(client: QueryClient) {
  const isLast = () => client.isMutating(CART_MUTATIONS) === 1
  return mutationOptions({
    ...CART_MUTATIONS,
    scope: { id: "cart" },
    networkMode: "online",
    ...RETRY_UNCERTAIN,
    mutationFn: (change: CartChange) => send(client, change),
    onMutate: async ({ predict, key }) => {
      const cartId = readCartId()
      if (!cartId) {
        createCart(client, predict)
        return
      }
      const queryKey = cartKey(cartId)
      // Of a cart that has not been read yet, only an addition can be shown.
      if (predict)
        client.setQueryData<CartItem[]>(queryKey, (lines) => (lines || key ? predict(lines ?? []) : lines))
      // A read that is under way is older than this change. Cancelling it must not restore what it would have replaced.
      await client.cancelQueries({ queryKey }, { revert: false })
    },
    onSuccess: (lines) => {
      const cartId = readCartId()
      if (cartId) confirmCart(cartId, lines)
      if (!isLast()) return
      client.setQueryData(cartKey(cartId), applyPendingQuantities(lines))
      void refreshCart(client)
    },
    onError: () => {
      if (!isLast()) return
      const cartId = readCartId()
      const confirmed = cartId && confirmedLines(cartId)
      if (confirmed) client.setQueryData(cartKey(cartId), applyPendingQuantities(confirmed))
      void refreshCart(client)
    },
  })
}

async function send(client: QueryClient, change: CartChange): Promise<CartItem[]> {
  const cartId = readCartId()
  if (!cartId) throw new Error("A cart change began without a cart id")
  try {
    return await sendTo(client, cartId, change)
  } catch (error) {
    // A line counts as removed when the shop does not know it any more.
    if (change.method === "DELETE" && error instanceof ApiError && error.status === 404)
      return (await requestWithHeaders(`/api/cart/${cartId}`, parserOf("cartSchema"))).answer
    // The old cart has become an order, so the addition starts a new one.
    if (!change.key || problemOf(error)?.code !== "cart_completed") throw error
    return sendTo(client, createCart(client, change.predict), change)
  }
}

async function sendTo(
  client: QueryClient,
  cartId: string,
  { method, path, body, key }: CartChange,
): Promise<CartItem[]> {
  const { answer, headers } = await requestWithHeaders(path, parserOf("cartSchema"), {
    method,
    body: key ? { cartId, ...body } : body,
    headers: key ? { [IDEMPOTENCY_HEADER]: key } : { [CART_HEADER]: cartId },
    keepalive: true,
  })
  if (path.endsWith(DISCOUNT)) await storeDiscount(client, cartId, answer, headers)
  return answer
}

/** The lines are stored before the id, so that the new cart is not read before it exists at the shop. */
function createCart(client: QueryClient, predict: CartChange["predict"]): string {
  const cartId = createCartId()
  client.setQueryData(cartKey(cartId), predict?.([]) ?? [])
  saveCartId(cartId)
  return cartId
}
