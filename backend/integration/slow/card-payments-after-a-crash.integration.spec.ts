import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { oneOf } from "../harness/sampled"
import { checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import { startKillableCardShop, type KillableCardShop } from "../harness/killable-card-shop"

let own: KillableCardShop
beforeAll(async () => {
  own = await startKillableCardShop("card_crash")
})
afterAll(() => own.stop())

/** An order of one new product whose shop is killed at this write. @returns the request, to be repeated */
async function placeKilledAt(what: string) {
  const { staff } = await own.people()
  const product = await makeProduct(staff, { price: 12.5, stock: 1 })
  const { url } = await own.shop.up()
  const body = checkoutOf(await fillCart(product, 1, undefined, url), 12.5, { paymentMethod: "card" })
  await own.shop.killAt(what, () => expect(tryOrder(body, url)).rejects.toThrow())
  return { product, body }
}

const placedRow = z.object({ id: z.string(), number: z.number() })

describe("an order whose shop was killed", () => {
  it.each(
    oneOf([
      ["before its page was stored as requested", "insert on card_session"],
      ["before the page that the processor opened was stored", "update of processor_id on card_session"],
    ]),
  )("%s is paid on one page after its buyer tries again", async (_when, what) => {
    const { product, body } = await placeKilledAt(what)
    const placed = await order(body, (await own.shop.up()).url)
    const [page, ...others] = await own.cards.pagesOf(placed.id)
    expect(others).toEqual([])
    expect(placed.cardPaymentUrl).toBe(page?.url)
    await own.cards.pay(placed.id)
    await own.expectPaidOnce(placed, product)
  })

  it("before its page was requested gets one at once when its buyer tries again minutes later", async () => {
    const { product, body } = await placeKilledAt("insert on card_session")
    const { url } = await own.shop.up()
    const { id } = await order(body, url)
    // As it was stored minutes before the processor was called. It accepts no page as short as what is left of this one.
    await own.ask(
      `update card_session set state = 'opening', processor_id = null, url = null, id = id || 'x',
          expires_at = expires_at - interval '5 minutes'
        where payment_id = (select id from card_payment where order_id = $1)`,
      [id],
    )
    const placed = await order(body, url)
    expect(placed.cardPaymentUrl).not.toBeNull()
    await own.cards.pay(placed.id)
    await own.expectPaidOnce(placed, product)
  })

  it.each(
    oneOf([
      ["its payment", "insert on card_payment"],
      ["its page", "update of processor_id on card_session"],
    ]),
  )("before %s was stored ends and releases its stock when its buyer never returns", async (_what, where) => {
    const { product } = await placeKilledAt(where)
    await own.shop.up()
    const placed = await own.until(async () => {
      const [found] = await own.ask(
        `select o.id, o.display_id as number from "order" o join order_item i on i.order_id = o.id
           join reservation_item r on r.line_item_id = i.item_id
           join card_payment c on c.order_id = o.id where r.inventory_item_id = $1`,
        [product.inventoryItemId],
      )
      return placedRow.parse(found)
    })
    await own.passReservation(placed.id)
    await own.expectEnded(placed, product)
  })
})

describe("a payment is captured once when the shop is killed", () => {
  it.each(
    oneOf([
      ["before the webhook is stored", "insert on card_event", "true"],
      [
        "after the processor was read, before the result is stored",
        "update of state on card_payment",
        "true",
      ],
      ["before Medusa's capture", "insert on capture", "true"],
      ["between Medusa's capture and the order's transaction", "insert on order_transaction", "true"],
      ["before its own record of the capture", "update of captured_at on card_payment", "true"],
      [
        "before the mail is enqueued",
        "insert on medusa_payments_outbox",
        "new.key like 'payment-confirmed:%'",
      ],
    ]),
  )("%s", async (_when, what, row) => {
    const { placed, product } = await own.placeOne()
    await own.shop.killAt(what, () => own.cards.pay(placed.id), row)
    await own.expectPaidOnce(placed, product)
  })

  it("before the buyer pays, and no webhook comes", async () => {
    const { placed, product } = await own.placeOne()
    await own.shop.kill()
    await own.cards.command("/webhooks/rules", { action: "drop", containing: placed.id })
    await own.cards.pay(placed.id)
    await own.expectPaidOnce(placed, product)
  })
})

it.each(
  oneOf([
    ["after the page was ended, before that is stored", "update of closed_how on card_payment"],
    ["before the stock is released", "update on reservation_item"],
    ["before the order is cancelled", 'update of canceled_at on "order"'],
  ]),
)("an unpaid order ends once when the shop is killed %s", async (_when, what) => {
  const { placed, product } = await own.placeOne()
  const [page] = await own.cards.pagesOf(placed.id)
  await own.shop.killAt(what, () => own.passReservation(placed.id))
  expect(await own.cards.payOn(page?.id ?? "")).toBe("closed")
  await own.expectEnded(placed, product)
})
