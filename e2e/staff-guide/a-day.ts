import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { Stack } from "../stack/stack"

const productsSchema = z.array(z.object({ id: z.string(), price: z.string(), stock: z.number() }))
const placedSchema = z.object({ id: z.string(), number: z.number(), bitcoinAddress: z.string().nullable() })
const dueSchema = z.object({
  status: z.string(),
  bitcoin: z.object({ remainingSats: z.string() }).nullable(),
})

/** What happens in the shop before somebody takes its pictures. */
export interface Day {
  /** Paid with Bitcoin, and waiting to be packed. */
  paid: string
  /** Its Bitcoin has not come. */
  unpaid: string
  card: string
}

/** Three buyers and a letter: an order that is paid, one that is not, one by card. */
export async function haveADay({ storefrontUrl: shop, bitcoinUrl }: Stack): Promise<Day> {
  const products = productsSchema.parse(await ask(`${shop}/api/products`)).filter(({ stock }) => stock > 8)
  const buy = async (index: number, name: string, paymentMethod: "bitcoin" | "card") => {
    const product = products[index % products.length]
    if (!product) throw new Error("The shop has nothing to sell")
    const cartId = `cart_${randomBytes(15).toString("hex")}`
    await ask(`${shop}/api/cart`, { cartId, productId: product.id, quantity: 2 })
    const order = {
      email: `${name.split(" ")[0]?.toLowerCase() ?? "buyer"}@example.com`,
      name,
      address: "12 St James's Square",
      city: "London",
      postcode: "SW1Y 4JH",
      phone: "07700 900123",
      shippingMethod: "standard",
      paymentMethod,
      shippingCost: 0,
      total: (Math.round(Number(product.price) * 100) * 2) / 100,
      cartId,
    }
    return placedSchema.parse(await ask(`${shop}/api/orders`, order))
  }
  const paid = await buy(0, "Ada Lovelace", "bitcoin")
  const unpaid = await buy(3, "Grace Hopper", "bitcoin")
  const card = await buy(5, "Mary Anning", "card")
  const look = async () => dueSchema.parse(await ask(`${shop}/api/orders/${paid.id}`))
  const sats = Number((await look()).bitcoin?.remainingSats)
  await ask(`${bitcoinUrl}/sandbox/pay`, { address: paid.bitcoinAddress, sats })
  await ask(`${bitcoinUrl}/sandbox/mine`, { blocks: 3 })
  await ask(`${shop}/api/contact`, {
    name: "Mary Anning",
    email: "mary@example.com",
    subject: "Is the heather honey raw?",
    message: "Hello, is your heather honey raw, and does it set? I would like two jars for a present.",
    consent: true,
  })
  const deadline = Date.now() + 60_000
  while ((await look()).status !== "paid") {
    if (Date.now() > deadline) throw new Error("The order was paid, and the shop has not seen it")
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return { paid: paid.id, unpaid: unpaid.id, card: card.id }
}

async function ask(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}: ${text.slice(0, 300)}`)
  return text === "" ? undefined : JSON.parse(text)
}
