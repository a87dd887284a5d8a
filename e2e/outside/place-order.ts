import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Stack } from "../stack/stack"

const productsSchema = z.array(z.object({ id: z.string(), name: z.string(), price: z.string() }))
const placedSchema = z.object({
  id: z.string(),
  number: z.number(),
  bitcoin: z.object({ address: z.string(), amountSats: z.string() }),
})

/** An order that waits for its Bitcoin. */
export interface OpenOrder {
  id: string
  number: number
  email: string
  address: string
  sats: bigint
}

/** Buys so many of a product by name, to be paid in Bitcoin, by the calls that the shop's pages make. */
export async function placeOrder(
  { storefrontUrl }: Stack,
  product: string,
  quantity: number,
): Promise<OpenOrder> {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${storefrontUrl}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", origin: storefrontUrl },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`)
    return response.json()
  }
  const bought = productsSchema.parse(await call("/api/products")).find(({ name }) => name === product)
  if (!bought) throw new Error(`There is no ${product}.`)
  const mark = randomBytes(12).toString("hex")
  const email = `${mark}@buyer.test`
  const cartId = `cart_${mark}`
  await call("/api/cart", { cartId, productId: bought.id, quantity })
  const placed = placedSchema.parse(
    await call("/api/orders", {
      cartId,
      email,
      name: "Grace Hopper",
      address: "12 St James's Square",
      city: "London",
      postcode: "SW1Y 4JH",
      phone: "07700 900123",
      shippingMethod: "standard",
      paymentMethod: "bitcoin",
      shippingCost: 0,
      total: Math.round(Number(bought.price) * 100 * quantity) / 100,
    }),
  )
  const { address, amountSats } = placed.bitcoin
  return { id: placed.id, number: placed.number, email, address, sats: BigInt(amountSats) }
}
