import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { problemOf } from "./api-error"
import { cartKey, confirmCart, readCartId, storeDiscount } from "./cart-state"
import { requestWithHeaders } from "./request"

const FAILED = "We could not check the code. Please try again."

/** Changes the discount code of this browser's cart. */
export function useDiscountCode() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    // In the queue of all cart changes: a code is computed for the cart before it.
    mutationKey: ["cart"],
    scope: { id: "cart" },
    mutationFn: (code: string | null) => sendCode(client, code),
  })
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

async function sendCode(client: QueryClient, code: string | null): Promise<void> {
  const cartId = readCartId()
  if (!cartId) throw new Error("There is no cart for a discount code")
  const { answer, headers } = await requestWithHeaders(
    `/api/cart/${cartId}/discount`,
    ({ cartSchema }) => cartSchema,
    {
      ...(code === null ? { method: "DELETE" } : { method: "POST", body: { code } }),
    },
  )
  confirmCart(cartId, answer)
  client.setQueryData(cartKey(cartId), answer)
  await storeDiscount(client, cartId, answer, headers)
}
