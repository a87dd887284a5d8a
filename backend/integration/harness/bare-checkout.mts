import { z } from "zod"

const regionsAnswer = z.object({ regions: z.array(z.object({ id: z.string(), currency_code: z.string() })) })
const productsAnswer = z.object({
  products: z.tuple([z.object({ variants: z.tuple([z.object({ id: z.string() })]) })]),
})
const cartAnswer = z.object({ cart: z.object({ id: z.string() }) })
const collectionAnswer = z.object({ payment_collection: z.object({ id: z.string() }) })
const completedAnswer = z.union([
  z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) }),
  z.object({ type: z.literal("cart"), error: z.object({ message: z.string() }) }),
])

/** A call of the bare application's API. @throws Error when it is rejected */
export type Call = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body?: unknown,
) => Promise<z.output<Schema>>

/** Buys the example's product through Medusa's own checkout. @returns the order's id. @throws Error when it is refused */
export async function buyInBitcoin(call: Call, currency: string, provider?: string): Promise<string> {
  const completed = await completeInBitcoin(call, currency, provider)
  if (completed.type === "cart") throw new Error(completed.error.message)
  return completed.order.id
}

/** The same, with Medusa's answer. */
export async function completeInBitcoin(
  call: Call,
  currency: string,
  provider?: string,
): Promise<z.output<typeof completedAnswer>> {
  const cart = await checkOutInBitcoin(call, currency, provider)
  return call(completedAnswer, `/store/carts/${cart}/complete`, {})
}

/** Before the order is placed. @returns the cart's id */
export async function checkOutInBitcoin(
  call: Call,
  currency: string,
  provider = "pp_bitcoin_bitcoin",
): Promise<string> {
  const { regions } = await call(regionsAnswer, "/store/regions")
  const region = regions.find(({ currency_code }) => currency_code === currency)
  const { products } = await call(productsAnswer, "/store/products")
  const { cart } = await call(cartAnswer, "/store/carts", { region_id: region?.id, email: "ada@example.com" })
  await call(cartAnswer, `/store/carts/${cart.id}/line-items`, {
    variant_id: products[0].variants[0].id,
    quantity: 1,
  })
  const { payment_collection: collection } = await call(collectionAnswer, "/store/payment-collections", {
    cart_id: cart.id,
  })
  await call(collectionAnswer, `/store/payment-collections/${collection.id}/payment-sessions`, {
    provider_id: provider,
  })
  return cart.id
}
