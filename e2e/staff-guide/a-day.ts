import { request } from "@playwright/test"
import { followedOrderSchema, type PlacedOrder } from "@shop/contracts"
import { mine, pay } from "../fixtures/bitcoin-network"
import { atProcessor, payElsewhere } from "../fixtures/card-processor"
import { placeOrder } from "../fixtures/place-order"
import { allProducts } from "../screens/catalogue"
import { aLondoner } from "../screens/checkout"
import { VISA } from "../screens/payment-page"
import { Staff } from "../fixtures/staff"
import type { Stack } from "../stack/stack"

/** The events in the shop before its pictures are taken. */
export interface Day {
  /** Paid with Bitcoin, and waiting to be packed. */
  paid: string
  /** Its Bitcoin has not come. */
  unpaid: string
  /** Paid by card, and disputed. */
  card: string
  /** A product that is no more than a name so far. */
  draft: string
  /** Where the buyer of the first one pays what is left. */
  paymentPage: string
}

const REFUND_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

/** Four buyers and a letter: an order that is paid, one that is not, one by card that is disputed, one paid and cancelled. */
export async function haveADay(stack: Stack): Promise<Day> {
  const { storefrontUrl, bitcoinUrl, cardsUrl } = stack
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
    const cancelled = await buy(7, "Alan Turing", "bitcoin")
    for (const { bitcoin } of [paid, cancelled]) {
      if (!bitcoin) throw new Error("The order says nothing about Bitcoin")
      await pay(bitcoinUrl, bitcoin.address, BigInt(bitcoin.remainingSats))
    }
    await mine(bitcoinUrl, 3)
    await payElsewhere(cardsUrl, card.cardPaymentUrl ?? "", VISA)
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
    const isPaid = async (id: string) => {
      const answer = await calls.get(`/api/orders/${id}`)
      return followedOrderSchema.parse(await answer.json()).status === "paid"
    }
    while (!(await isPaid(paid.id)) || !(await isPaid(card.id)) || !(await isPaid(cancelled.id))) {
      if (Date.now() > deadline) throw new Error("The orders were paid, and the shop has not seen it")
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const cancellation = await calls.post(`/api/orders/${cancelled.id}/cancellation`, {
      data: { refundAddress: REFUND_ADDRESS },
    })
    if (!cancellation.ok()) throw new Error(`The order was not cancelled: ${await cancellation.text()}`)
    await atProcessor(cardsUrl, card.id, "disputes", Math.round(Number(card.total) * 100))
    const paymentPage = `${storefrontUrl}/checkout?order=${paid.id}`
    const staff = await Staff.signIn(stack)
    const draft = await staff.nameProduct("Strawberry Jam")
    return { draft, paid: paid.id, unpaid: unpaid.id, card: card.id, paymentPage }
  } finally {
    await calls.dispose()
  }
}
