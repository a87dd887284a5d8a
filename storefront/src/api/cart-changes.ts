import { type CartItem, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { mutationOptions, type QueryClient } from "@tanstack/react-query"
import { withAdded } from "../lib/cart-lines"
import { randomAlphanumerics } from "../lib/random-id"
import { problemOf, retryDelay, retryUncertain } from "./api-error"
import {
  cartKey,
  confirmCart,
  confirmedLines,
  createCartId,
  readCartId,
  refreshCart,
  saveCartId,
} from "./cart-state"
import { applyPendingQuantities } from "./pending-quantities"
import { request } from "./request"

/**
 * All cart mutations share one key and one scope, so they run one after another and cannot overtake or undo each
 * other. Each may be sent again when its answer is lost, and waits while the browser is offline.
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
  product: CartItem["product"]
  quantity: number
  /** The shop recognises a repeated addition by this key. */
  key: string
}

/** One press of a button. It keeps its key however often it is sent. */
export const newAddition = (product: CartItem["product"], quantity: number): Addition => ({
  product,
  quantity,
  key: randomAlphanumerics(24),
})

/** Adds a product to the cart, or to a new one when the old cart has become an order. */
export const addToCart = (client: QueryClient) =>
  cartChange<Addition>(
    client,
    (addition, cartId) => addOnce(client, addition, cartId),
    (lines, { product, quantity }) => withAdded(lines, product, quantity),
  )

/**
 * Shows a change to the cart at once and replaces it with the shop's answer, which is always the whole cart. While
 * more changes wait, the answers before the last are out of date and ignored. After the last change the cart is fetched
 * again, as the specification says. A failed change restores the last confirmed cart first.
 */
export function cartChange<Change>(
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

async function addOnce(client: QueryClient, addition: Addition, cartId: string): Promise<CartItem[]> {
  const add = (to: string) =>
    request("/api/cart", ({ cartSchema }) => cartSchema, {
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

/**
 * Creates a cart. The lines are stored before the id, so that the new cart is not read before it exists at the shop.
 */
function createCart(client: QueryClient, lines: CartItem[]): string {
  const cartId = createCartId()
  client.setQueryData(cartKey(cartId), lines)
  saveCartId(cartId)
  return cartId
}
