import { useMutation, useQueryClient } from "@tanstack/react-query"
import { problemOf } from "../lib/api-error"
import { type CartChange, changeCart, DISCOUNT } from "./cart-changes"
import { readCartId } from "./cart-state"

const FAILED = "We could not check the code. Please try again."

/** Sets the cart's discount code; null removes it. */
export function codeChange(code: string | null): CartChange {
  const path = `/api/cart/${String(readCartId())}${DISCOUNT}`
  return code === null ? { method: "DELETE", path } : { method: "POST", path, body: { code } }
}

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
