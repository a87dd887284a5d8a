import type { CartItem } from "@shop/contracts"
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { problemOf } from "./api-error"
import { cartChange } from "./cart-changes"
import { storeDiscount } from "./cart-state"
import { requestWithHeaders } from "./request"

const FAILED = "We could not check the code. Please try again."

/** Sets the cart's discount code; null removes it. The lines stay as they are. */
export const changeDiscountCode = (client: QueryClient) =>
  cartChange<string | null>(
    client,
    (code, cartId) => sendCode(client, cartId, code),
    (lines) => [...lines],
  )

/** Changes the discount code of this browser's cart. */
export function useDiscountCode() {
  const { mutateAsync, isPending } = useMutation(changeDiscountCode(useQueryClient()))
  return {
    isPending,
    /** Applies a code; null removes it. @returns why it was refused; null: it was not */
    change: (code: string | null): Promise<string | null> =>
      mutateAsync(code).then(
        () => null,
        (error: unknown) => problemOf(error)?.detail ?? FAILED,
      ),
  }
}

async function sendCode(client: QueryClient, cartId: string, code: string | null): Promise<CartItem[]> {
  const { answer, headers } = await requestWithHeaders(
    `/api/cart/${cartId}/discount`,
    ({ cartSchema }) => cartSchema,
    code === null ? { method: "DELETE" } : { method: "POST", body: { code } },
  )
  await storeDiscount(client, cartId, answer, headers)
  return answer
}
