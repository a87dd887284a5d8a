import type { CartItem } from "@shop/contracts"
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { withoutLine, withQuantity } from "../lib/cart-lines"
import { type CartChange, changeCart } from "./cart-changes"
import { cartKey, readCartId } from "./cart-state"
import { clearPendingQuantity, setPendingQuantity } from "./pending-quantities"

export const quantityChange = (lineId: string, quantity: number): CartChange => ({
  method: "PATCH",
  path: `/api/cart/${lineId}`,
  body: { quantity },
  predict: (lines) => withQuantity(lines, lineId, quantity),
})

export const removal = (lineId: string): CartChange => ({
  method: "DELETE",
  path: `/api/cart/${lineId}`,
  predict: (lines) => withoutLine(lines, lineId),
})

export function useRemoveLine() {
  const { mutateAsync } = useMutation(changeCart(useQueryClient()))
  return (lineId: string) => {
    clearPendingQuantity(lineId)
    return mutateAsync(removal(lineId))
  }
}

/** Sets a line's quantity: at once on the screen, and at the shop after a pause. The last quantity wins. */
export function useChangeQuantity(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeCart(client))
  const change = (lineId: string, quantity: number) => {
    showQuantity(client, lineId, quantity)
    setPendingQuantity(
      lineId,
      quantity,
      (last) => void mutateAsync(quantityChange(lineId, last)).catch(onFailure),
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
