import type { CartItem } from "@shop/contracts"
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { withoutLine, withQuantity } from "../lib/cart-lines"
import { problemOf } from "../lib/api-error"
import { type CartChange, changeCart, DISCOUNT } from "./cart-changes"
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

const FAILED = "We could not check the code. Please try again."

/** Sets the cart's discount code; null removes it. */
export function codeChange(code: string | null): CartChange {
  const path = `/api/cart/${String(readCartId())}${DISCOUNT}`
  return code === null ? { method: "DELETE", path } : { method: "POST", path, body: { code } }
}

/** Changes the discount code of this browser's cart. The lines stay as they are. */
export function useDiscountCode() {
  const { mutateAsync, isPending } = useMutation(changeCart(useQueryClient()))
  return {
    isPending,
    /** Applies a code; null removes it. @returns why it was refused; null: it was not */
    change: (code: string | null): Promise<string | null> =>
      mutateAsync(codeChange(code)).then(
        () => null,
        (error: unknown) => problemOf(error)?.detail ?? FAILED,
      ),
  }
}
