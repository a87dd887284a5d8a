import { CART_HEADER, cartSchema, type CartItem, type Product } from "@shop/contracts"
import { mutationOptions, type QueryClient } from "@tanstack/react-query"
import { withAdded, withoutLine, withQuantity } from "../lib/cart-lines"
import { keepCartId, makeCartId, readCartId } from "./cart-id"
import { request } from "./request"

/** All cart mutations share one key and one scope: they run one after another, so quick clicks can neither overtake nor undo each other. */
const MUTATION = { mutationKey: ["cart"], scope: { id: "cart" } } as const

export const CART_MUTATIONS = { mutationKey: MUTATION.mutationKey } as const

export const cartKey = (cartId: string | null) => ["cart", cartId] as const

/** Puts a product into the cart. */
export const addToCart = (client: QueryClient) =>
  cartChange(
    client,
    ({ product, quantity }: { product: Product; quantity: number }, cartId) =>
      request("/api/cart", cartSchema, {
        method: "POST",
        body: { cartId, productId: product.id, quantity },
      }),
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
      }),
    (lines, { lineId, quantity }) => withQuantity(lines, lineId, quantity),
  )

/** Takes one line out of the cart. */
export const removeLine = (client: QueryClient) =>
  cartChange(
    client,
    ({ lineId }: { lineId: string }, cartId) =>
      request(`/api/cart/${lineId}`, cartSchema, { method: "DELETE", headers: { [CART_HEADER]: cartId } }),
    (lines, { lineId }) => withoutLine(lines, lineId),
  )

/** Asks the shop for the cart again, for when something outside these mutations has changed it. */
export const refreshCart = (client: QueryClient) => client.invalidateQueries({ queryKey: ["cart"] })

/**
 * A change to the cart: shown at once, settled by the shop's answer, which is always the whole cart.
 * While more changes wait, an answer that is already out of date is passed over; the last one has it all.
 */
function cartChange<Change>(
  client: QueryClient,
  send: (change: Change, cartId: string) => Promise<CartItem[]>,
  expect: (lines: readonly CartItem[], change: Change) => CartItem[],
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
        beginCart(client, expect([], change))
        return
      }
      await client.cancelQueries({ queryKey: cartKey(cartId) })
      client.setQueryData<CartItem[]>(cartKey(cartId), (lines) => expect(lines ?? [], change))
    },
    onSuccess: (lines) => {
      if (isLast()) client.setQueryData(cartKey(readCartId()), lines)
    },
    onError: () => {
      if (isLast()) void refreshCart(client)
    },
  })
}

/** The first change of all: the lines are there before the id is, so that nobody asks the shop for a cart it does not have yet. */
function beginCart(client: QueryClient, lines: CartItem[]): void {
  const cartId = makeCartId()
  client.setQueryData(cartKey(cartId), lines)
  keepCartId(cartId)
}
