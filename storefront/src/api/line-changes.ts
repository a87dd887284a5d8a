import { CART_HEADER, type CartItem } from "@shop/contracts"
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { withoutLine, withQuantity } from "../lib/cart-lines"
import { ApiError } from "./api-error"
import { cartChange } from "./cart-changes"
import { cartKey, readCartId } from "./cart-state"
import { clearPendingQuantity, setPendingQuantity } from "./pending-quantities"
import { request } from "./request"
import { type QuantityChange, sendQuantity } from "./unconfirmed-quantities"

/** Sets the quantity of one line. */
export const changeQuantity = (client: QueryClient) =>
  cartChange(
    client,
    (change: QuantityChange, cartId) => sendQuantity(cartId, change),
    (lines, { lineId, quantity }) => withQuantity(lines, lineId, quantity),
  )

/** Removes one line. It counts as removed when the shop does not know it any more. */
export const removeLine = (client: QueryClient) =>
  cartChange(
    client,
    async ({ lineId }: { lineId: string }, cartId) => {
      try {
        return await request(`/api/cart/${lineId}`, ({ cartSchema }) => cartSchema, {
          method: "DELETE",
          headers: { [CART_HEADER]: cartId },
          keepalive: true,
        })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        return request(`/api/cart/${cartId}`, ({ cartSchema }) => cartSchema)
      }
    },
    (lines, { lineId }) => {
      clearPendingQuantity(lineId)
      return withoutLine(lines, lineId)
    },
  )

export const useRemoveLine = () => useMutation(removeLine(useQueryClient()))

/** Sets a line's quantity: at once on the screen, and at the shop after a pause. The last quantity wins. */
export function useChangeQuantity(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeQuantity(client))
  const change = (lineId: string, quantity: number) => {
    showQuantity(client, lineId, quantity)
    setPendingQuantity(
      lineId,
      quantity,
      (last) => void mutateAsync({ lineId, quantity: last }).catch(onFailure),
    )
  }
  return { change, isPending }
}

function showQuantity(client: QueryClient, lineId: string, quantity: number): void {
  client.setQueryData<CartItem[]>(
    cartKey(readCartId()),
    (lines) => lines && withQuantity(lines, lineId, quantity),
  )
}
