import { request } from "@playwright/test"
import { followedOrderSchema, type PlacedOrder } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { placeOrder } from "../fixtures/place-order"
import { allProducts } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import type { Stack } from "../stack/stack"

/** The events in the shop before its pictures are taken. */
export interface Day {
  /** Paid with Bitcoin, and waiting to be packed. */
  paid: string
  /** Its Bitcoin has not come. */
  unpaid: string
  card: string
}

/** Three buyers and a letter: an order that is paid, one that is not, one by card. */
export async function haveADay({ storefrontUrl, bitcoinUrl }: Stack): Promise<Day> {
  const calls = await request.newContext({ baseURL: storefrontUrl })
  try {
    const products = (await allProducts(storefrontUrl)).filter(({ stock }) => stock > 8)
    const buy = async (index: number, name: string, paymentMethod: PlacedOrder["paymentMethod"]) => {
      const product = products[index % products.length]
      if (!product) throw new Error("The shop has nothing to sell")
      const email = `${name.split(" ")[0]?.toLowerCase() ?? "buyer"}@example.com`
      const buyer = { ...aLondoner(), name, email }
      return placeOrder(calls, { product, quantity: 2, paymentMethod, buyer })
    }
    const paid = await buy(0, "Ada Lovelace", "bitcoin")
    const unpaid = await buy(3, "Grace Hopper", "bitcoin")
    const card = await buy(5, "Mary Anning", "card")
    if (!paid.bitcoin) throw new Error("The order says nothing about Bitcoin")
    await pay(bitcoinUrl, paid.bitcoin.address, BigInt(paid.bitcoin.remainingSats))
    await mine(bitcoinUrl, 3)
    const letter = await calls.post("/api/contact", {
      data: {
        name: "Mary Anning",
        email: "mary@example.com",
        subject: "Is the heather honey raw?",
        message: "Hello, is your heather honey raw, and does it set? I would like two jars for a present.",
        consent: true,
      },
    })
    if (!letter.ok()) throw new Error(`The letter did not arrive: ${await letter.text()}`)
    const deadline = Date.now() + 60_000
    const status = async () => {
      const answer = await calls.get(`/api/orders/${paid.id}`)
      return followedOrderSchema.parse(await answer.json()).status
    }
    while ((await status()) !== "paid") {
      if (Date.now() > deadline) throw new Error("The order was paid, and the shop has not seen it")
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    return { paid: paid.id, unpaid: unpaid.id, card: card.id }
  } finally {
    await calls.dispose()
  }
}
