import { expect } from "@playwright/test"
import type { Staff } from "../fixtures/staff"
import { DUE_SATS, type Orders } from "./orders"

const DUE = DUE_SATS.gbp

async function expired(orders: Orders): Promise<string> {
  const id = await orders.buy("gbp")
  await orders.runOut(id, "expired")
  return id
}

async function confirmed(orders: Orders): Promise<string> {
  return orders.bought("confirmed", "gbp", DUE)
}

async function shortAtTheEnd(orders: Orders): Promise<string> {
  const id = await orders.bought("underpaid", "gbp", 20_000n)
  await orders.runOut(id, "review")
  return id
}

/** How an order's payment comes into each state that a buyer is told of, with its titles in English and German. */
export const EACH_STATE = {
  awaiting: ["Ready when you are", "Bereit zur Zahlung", (orders) => orders.buy("gbp")],
  underpaid: [
    "Part of the payment has arrived",
    "Ein Teil der Zahlung ist da",
    (orders) => orders.bought("underpaid", "gbp", 30_000n),
  ],
  seen: [
    "Payment seen, waiting for confirmation",
    "Zahlung gesehen, Bestätigung steht aus",
    async (orders) => {
      const id = await orders.buy("gbp", DUE)
      await orders.reaches(id, "seen")
      return id
    },
  ],
  confirming: [
    "Payment is being confirmed",
    "Die Zahlung wird bestätigt",
    async (orders) => {
      const id = await orders.buy("gbp")
      await orders.ask("update bitcoin_invoice set required_confirmations = 2 where order_id = $1", [id])
      await orders.pay(id, DUE)
      await orders.mine()
      await orders.reaches(id, "confirming")
      return id
    },
  ],
  confirmed: ["Payment confirmed", "Zahlung bestätigt", confirmed],
  paidByLightning: [
    "Payment confirmed",
    "Zahlung bestätigt",
    async (orders) => {
      const id = await orders.buy("gbp")
      await orders.payByLightning(id)
      await orders.reaches(id, "confirmed")
      return id
    },
  ],
  overpaid: [
    /Payment confirmed.*0.00030000 BTC more than was asked/,
    /Zahlung bestätigt.*0.00030000 BTC zu viel gesendet/,
    (orders) => orders.bought("confirmed", "jpy", 20_000n, 40_000n),
  ],
  expired: ["This quote has expired", "Dieses Angebot ist abgelaufen", expired],
  late: [
    "Your payment arrived late",
    "Ihre Zahlung kam zu spät",
    async (orders) => {
      const id = await expired(orders)
      await orders.pay(id, DUE)
      const received = async () => {
        // The address of an ended payment is polled rarely.
        await orders.ask("update bitcoin_invoice set next_poll_at = now() where order_id = $1", [id])
        return (await orders.paymentOf(id)).receivedSats
      }
      await expect.poll(received).toBe(String(DUE))
      return id
    },
  ],
  review: [
    /We have your payment.*It is less than the amount of the order/,
    /Ihre Zahlung ist da.*Sie ist kleiner als der Betrag der Bestellung/,
    shortAtTheEnd,
  ],
  undone: [
    /We have your payment.*The network has taken it out of its block/,
    /Ihre Zahlung ist da.*Das Netzwerk hat sie wieder aus ihrem Block genommen/,
    async (orders) => {
      const id = await confirmed(orders)
      await orders.undoLastBlock()
      await orders.reaches(id, "review")
      return id
    },
  ],
  cancelled: [
    "This order was cancelled",
    "Diese Bestellung wurde storniert",
    async (orders, staff) => {
      const id = await orders.buy("gbp")
      await staff.cancel(id)
      await orders.reaches(id, "cancelled")
      return id
    },
  ],
  refunded: [
    "This order was refunded",
    "Diese Bestellung wurde erstattet",
    async (orders, staff) => {
      const id = await shortAtTheEnd(orders)
      await staff.decide(id, {
        action: "record_refund",
        idempotency_key: `refund-${id}`,
        reason: "Too little.",
        refund: { amount: 8 },
      })
      await orders.reaches(id, "refunded")
      return id
    },
  ],
  unknown: [
    "There is no such order that is paid in Bitcoin.",
    "Es gibt keine solche Bestellung, die in Bitcoin bezahlt wird.",
    () => Promise.resolve("order_unknown"),
  ],
} satisfies Record<
  string,
  [string | RegExp, string | RegExp, (orders: Orders, staff: Staff) => Promise<string>]
>
