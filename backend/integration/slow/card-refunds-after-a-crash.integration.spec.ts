import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { oneOf } from "../harness/sampled"
import { startKillableCardShop, type KillableCardShop } from "../harness/killable-card-shop"
import { cardRefund, paymentReviewOf } from "../harness/payment-review"

let own: KillableCardShop
beforeAll(async () => {
  own = await startKillableCardShop("card_refund_crash")
})
afterAll(() => own.stop())

const RESERVED = { sum: 1, lines: [1] }

describe("a refund is made and recorded once when the shop is killed", () => {
  it.each(
    oneOf([
      ["before it is stored", "insert on card_refund", "true"],
      [
        "after the processor made it, before that is stored",
        "update of processor_refund_id on card_refund",
        "true",
      ],
      ["before Medusa's refund", "insert on refund", "true"],
      ["before the order's transaction", "insert on order_transaction", "true"],
      ["before it is marked as recorded", "update of recorded_at on card_refund", "true"],
      ["before the mail is enqueued", "insert on medusa_payments_outbox", "new.key like 'refund-sent:%'"],
    ]),
  )("%s", async (_when, what, row) => {
    const { placed, product } = await own.placeOne()
    await own.cards.pay(placed.id)
    await own.untilState(placed.id, "paid")
    await own.untilAtRest(placed.id)
    const [card] = (await paymentReviewOf((await own.people()).staff).panel(placed.id)).cards
    const body = cardRefund(500)
    const press = async () =>
      (await own.people()).staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, body)
    await own.shop.killAt(what, () => expect(press()).rejects.toThrow(), row)
    // Staff saw no answer and press again.
    await press()
    await own.untilAtRest(placed.id)
    expect(await own.chargesOf(placed.id)).toEqual([{ pence: 1250, refunds: [500] }])
    expect(await own.booksOf(placed.id)).toEqual({ captures: [12.5], refunds: [5], booked: [12.5, -5] })
    expect(await own.reservedOf(product)).toEqual(RESERVED)
    expect(own.mailsAbout(`Your refund for order ${placed.number}`)).toHaveLength(1)
  })
})

it("late money is returned once when the shop is killed before it has stored the refund", async () => {
  const { placed, product } = await own.placeOne()
  const { staff } = await own.people()
  const [page] = await own.cards.pagesOf(placed.id)
  // The shop cannot end the page in time.
  const path = `/v1/checkout/sessions/${page?.id ?? ""}/expire`
  await own.cards.command("/faults", { kind: "unavailable", path, times: 0 })
  await staff.post(z.unknown(), `/admin/orders/${placed.id}/cancel`, {})
  await own.shop.killAt("update of processor_refund_id on card_refund", async () => {
    await own.cards.pay(placed.id)
    await own.cards.command("/faults", {}, "DELETE")
    await own.ask("update card_payment set next_poll_at = now() where order_id = $1", [placed.id])
  })
  await own.untilState(placed.id, "refunded")
  await own.untilAtRest(placed.id)
  expect(await own.chargesOf(placed.id)).toEqual([{ pence: 1250, refunds: [1250] }])
  expect(await own.booksOf(placed.id)).toEqual({ captures: [], refunds: [], booked: [] })
  expect(await own.reservedOf(product)).toEqual({ sum: 0, lines: [] })
  expect(own.mailsAbout(`Your refund for order ${placed.number}`)).toHaveLength(1)
})

/** Changes the method, and the shop is killed at this write. */
const changeKilledAt = (what: string, orderId: string, method: "bitcoin" | "card", row?: string) =>
  own.shop.killAt(
    what,
    async () => {
      const { buyer } = await own.people()
      await expect(buyer.changeMethod(orderId, method)).rejects.toThrow()
    },
    row,
  )
const CANCELLED = "new.status = 'canceled'"

describe("a change to Bitcoin is finished when the shop is killed", () => {
  it.each(
    oneOf<[string, string, boolean, string?]>([
      ["before Medusa's new session, once its buyer tries again", "insert on payment_session", true],
      [
        "before the card payment is closed, once its buyer tries again",
        "update of closed_how on card_payment",
        true,
      ],
      ["before the card payment is closed, without its buyer", "update of closed_how on card_payment", false],
      [
        "before Medusa's old session is cancelled, once its buyer tries again",
        "update of status on payment_session",
        true,
        CANCELLED,
      ],
      [
        "before the provider of Medusa's new session answered, without its buyer",
        "update of status on payment_session",
        false,
      ],
      ["before the invoice is stored, without its buyer", "insert on bitcoin_invoice", false],
    ]),
  )("%s", async (...[, what, triesAgain, row]) => {
    const { placed, product } = await own.placeOne()
    await changeKilledAt(what, placed.id, "bitcoin", row)
    const { buyer } = await own.people()
    if (triesAgain) await buyer.changeMethod(placed.id, "bitcoin")
    await own.until(async () =>
      expect(await buyer.read(placed.id)).toMatchObject({
        paymentMethod: "bitcoin",
        bitcoin: { state: "awaiting_payment" },
      }),
    )
    expect((await own.cards.pagesOf(placed.id)).map(({ status }) => status)).toEqual(["expired"])
    const open = "select id from card_payment where order_id = $1 and closed_at is null"
    expect(await own.ask(open, [placed.id])).toEqual([])
    expect(await own.reservedOf(product)).toEqual(RESERVED)
  })
})

it.each(
  oneOf<[string, string, string?]>([
    ["before the quote is closed", "update of closed_how on bitcoin_invoice"],
    ["before the provider of Medusa's new session answered", "update of status on payment_session"],
    ["before Medusa's old session is cancelled", "update of status on payment_session", CANCELLED],
    ["before the card payment is stored", "insert on card_payment"],
  ]),
)("a change to a card is finished without its buyer when the shop is killed %s", async (...[, what, row]) => {
  const { placed, product } = await own.placeOne()
  await (await own.people()).buyer.changeMethod(placed.id, "bitcoin")
  await changeKilledAt(what, placed.id, "card", row)
  const { buyer } = await own.people()
  await own.until(async () =>
    expect(await buyer.read(placed.id)).toMatchObject({
      paymentMethod: "card",
      bitcoin: null,
      cardPayment: { canRetry: true },
    }),
  )
  await buyer.openPage(placed.id)
  await own.cards.pay(placed.id)
  await own.expectPaidOnce(placed, product)
})
