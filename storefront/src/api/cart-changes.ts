import { CART_HEADER, type CartItem, cartSchema, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { mutationOptions, type QueryClient } from "@tanstack/react-query"
import { withAdded, withoutLine, withQuantity } from "../lib/cart-lines"
import { randomAlphanumerics } from "../lib/random-id"
import type { SellableVariant } from "../lib/sizes"
import { ApiError, problemOf, retryDelay, retryUncertain } from "./api-error"
import {
  cartKey,
  confirmCart,
  confirmedLines,
  createCartId,
  readCartId,
  refreshCart,
  saveCartId,
} from "./cart-state"
import { applyPendingQuantities, clearPendingQuantity } from "./pending-quantities"
import { request } from "./request"

/**
 * All cart mutations share one key and one scope: they run one after another, so quick clicks can neither overtake nor
 * undo each other. Each may be sent again when its answer is lost, and waits while the browser is offline.
 */
const MUTATION = {
  mutationKey: ["cart"],
  scope: { id: "cart" },
  networkMode: "online",
  retry: retryUncertain,
  retryDelay,
} as const

export const CART_MUTATIONS = { mutationKey: MUTATION.mutationKey } as const

export interface Addition {
  product: SellableVariant
  quantity: number
  /** By this the shop knows an addition it has made already. */
  key: string
}

/** One press of a button: it keeps its key however often it is sent. */
export const newAddition = (product: SellableVariant, quantity: number): Addition => ({
  product,
  quantity,
  key: randomAlphanumerics(24),
})

/** Puts a product into the cart; into a new one where the old has become an order. */
export const addToCart = (client: QueryClient) =>
  cartChange<Addition>(
    client,
    (addition, cartId) => addOnce(client, addition, cartId),
    (lines, { product, quantity }) => withAdded(lines, product, quantity),
  )

/** Sets the quantity of one line. */
export const changeQuantity = (client: QueryClient) =>
  cartChange(
    client,
    ({ lineId, quantity }: { lineId: string; quantity: number }, cartId) =>
      request(`/api/cart/${lineId}`, cartSchema, {
        method: "PATCH",
        body: { quantity },
        headers: { [CART_HEADER]: cartId },
        keepalive: true,
      }),
    (lines, { lineId, quantity }) => withQuantity(lines, lineId, quantity),
  )

/** Takes one line out of the cart. One that is not there any more is what was wanted. */
export const removeLine = (client: QueryClient) =>
  cartChange(
    client,
    async ({ lineId }: { lineId: string }, cartId) => {
      try {
        return await request(`/api/cart/${lineId}`, cartSchema, {
          method: "DELETE",
          headers: { [CART_HEADER]: cartId },
          keepalive: true,
        })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        return request(`/api/cart/${cartId}`, cartSchema)
      }
    },
    (lines, { lineId }) => {
      clearPendingQuantity(lineId)
      return withoutLine(lines, lineId)
    },
  )

/**
 * A change to the cart: shown at once, settled by the shop's answer, which is always the whole cart.
 * While more changes wait, an answer that is already out of date is passed over; the last one has it all. A change that
 * failed goes back to what the shop last said, and the shop is asked again.
 */
function cartChange<Change>(
  client: QueryClient,
  send: (change: Change, cartId: string) => Promise<CartItem[]>,
  predict: (lines: readonly CartItem[], change: Change) => CartItem[],
) {
  const isLast = () => client.isMutating(CART_MUTATIONS) === 1
  return mutationOptions({
    ...MUTATION,
    mutationFn: (change: Change) => {
      const cartId = readCartId()
      if (!cartId) throw new Error("A cart change began without a cart id")
      return send(change, cartId)
    },
    onMutate: async (change) => {
      const cartId = readCartId()
      if (!cartId) {
        createCart(client, predict([], change))
        return
      }
      const queryKey = cartKey(cartId)
      client.setQueryData<CartItem[]>(queryKey, (lines) => predict(lines ?? [], change))
      // What is being read just now is older than this; giving it up must not take back what is shown.
      await client.cancelQueries({ queryKey }, { revert: false })
    },
    onSuccess: (lines) => {
      const cartId = readCartId()
      if (cartId) confirmCart(cartId, lines)
      if (isLast()) client.setQueryData(cartKey(cartId), applyPendingQuantities(lines))
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

async function addOnce(client: QueryClient, addition: Addition, cartId: string): Promise<CartItem[]> {
  const add = (to: string) =>
    request("/api/cart", cartSchema, {
      method: "POST",
      body: { cartId: to, ...toRequestBody(addition) },
      headers: { [IDEMPOTENCY_HEADER]: addition.key },
      keepalive: true,
    })
  try {
    return await add(cartId)
  } catch (error) {
    if (problemOf(error)?.code !== "cart_completed") throw error
    return add(createCart(client, withAdded([], addition.product, addition.quantity)))
  }
}

const toRequestBody = ({ product: { id, variantId }, quantity }: Addition) => ({
  productId: id,
  quantity,
  ...(variantId !== undefined && { variantId }),
})

/** A new cart: the lines are there before the id is, so that nobody asks the shop for a cart it does not have yet. */
function createCart(client: QueryClient, lines: CartItem[]): string {
  const cartId = createCartId()
  client.setQueryData(cartKey(cartId), lines)
  saveCartId(cartId)
  return cartId
}
