import { followedOrderSchema, type FollowedOrder } from "@shop/contracts"
import { listedOrdersSchema } from "@shop/contracts/staff"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import { call, refused } from "../harness/call"
import { CardBuyer, REFUSED_LATER, startCards, type Cards } from "../harness/card-shop"
import { browserOf, checkoutOf, fillCart, order } from "../harness/checkout"
import { confirmEdit, edit as editOrder, openEdit } from "../harness/edits"
import { makeProduct, saveFoodInformation, setStock, type MadeProduct } from "../harness/fixtures"
import { whileHeld } from "../harness/hold-writes"
import { MAILS } from "../harness/mails"
import { startOwnBackend } from "../harness/own-backend"
import { dispatch, pack } from "../harness/parcel"
import { actionBody, cardRefund, paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { whileRefused } from "../harness/refuse-writes"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { runJob } from "../harness/run-job"

let network: Regtest
let cards: Cards
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let shop: BitcoinShop
let buyer: CardBuyer
let review: PaymentReview
beforeAll(async () => {
  ;[network, cards] = await Promise.all([startRegtest(), startCards()])
  backend = await startOwnBackend("changed_orders", {
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_WALLET_GAP_LIMIT: "1000000",
    // All of its orders come from one connection, and few are paid.
    UNPAID_ADDRESSES_PER_CLIENT: "1000",
    // Repairs run when a test asks for them.
    UNPAID_ORDERS_CHECK_SECONDS: "3600",
  })
  await cards.notify(backend.url)
  shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
  buyer = new CardBuyer(backend.url, shop.staff)
  review = paymentReviewOf(shop.staff)
})
afterAll(async () => {
  await backend.stop()
  await Promise.all([network.stop(), cards.stop()])
})

type Method = "bitcoin" | "card"

/** Two pieces of a product of £4, as a buyer orders them. */
async function placed(paymentMethod: Method) {
  const product = await makeProduct(shop.staff, { price: 4 })
  const cartId = await fillCart(product, 2, undefined, backend.url)
  const { id } = await order(checkoutOf(cartId, 8, { paymentMethod }), backend.url)
  return { id, product }
}

const read = (id: string) =>
  call(followedOrderSchema, `/api/orders/${id}`, { backendUrl: backend.url, headers: browserOf(id) })
const until = (id: string, isSo: (order: FollowedOrder) => boolean) => eventually(() => read(id), isSo)
const satsOf = (pence: number) => String(pence * 25)

const factsSchema = z.object({ payments: z.array(z.unknown()) })
const edit = (id: string, quantity: number, unitPrice = 4) =>
  editOrder(shop.staff, id, { quantity, unit_price: unitPrice })

/** Pays what the order's page asks for now. */
async function pay(id: string): Promise<void> {
  const { bitcoin, paymentMethod } = await read(id)
  if (paymentMethod === "card") {
    await buyer.openPage(id)
    await cards.pay(id)
    return
  }
  await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.remainingSats ?? "0"))
  await network.mine()
}

async function paid(method: Method) {
  const found = await placed(method)
  await pay(found.id)
  await until(found.id, ({ status }) => status === "paid")
  return found
}

const mailsOf = async (id: string, template = "order-changed") => {
  const rows = await shop.ask<{ template: string }>(
    `select template from ${MAILS} where data ->> 'orderId' = $1 and template = $2`,
    [id, template],
  )
  return rows.length
}
/** Until what staff changed is followed. */
const untilMailed = (id: string) =>
  eventually(
    () => mailsOf(id),
    (mails) => mails === 1,
  )
/** What a buyer is asked for now, in pence, whatever the method. */
const askedOf = async (id: string) => {
  const rows = await shop.ask<{ pence: number }>(
    `select pence from card_payment where order_id = $1 and closed_at is null and captured_at is null
     union all select price_minor::int from bitcoin_invoice where order_id = $1 and closed_at is null and captured_at is null`,
    [id],
  )
  return rows.map(({ pence }) => pence)
}
const unfinishedOf = (id: string) =>
  shop.ask(
    "select last_error from medusa_payments_outbox where topic = 'order-amount-changed' and payload ->> 'orderId' = $1 and finished_at is null",
    [id],
  )
const inList = async (list: string, id: string) => {
  const found = await shop.staff.get(listedOrdersSchema, `/admin/order-lists?list=${list}&offset=0`)
  return found.orders.find((one) => one.id === id)
}
const listed = async (list: string, id: string) => (await inList(list, id)) !== undefined
const capturedOf = async (id: string) => {
  const rows = await shop.ask<{ amount: string }>(
    `select c.amount::text from capture c join payment p on p.id = c.payment_id
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
      where l.order_id = $1 order by c.created_at`,
    [id],
  )
  return rows.map(({ amount }) => Number(amount))
}

describe.each(["bitcoin", "card"] as const)("an order to be paid by %s", (method) => {
  const asked = async (id: string) => {
    const { bitcoin, amountDue, paymentMethod } = await read(id)
    expect(paymentMethod).toBe(method)
    if (method === "bitcoin") expect(bitcoin?.amountSats).toBe(satsOf(Math.round(Number(amountDue) * 100)))
    else
      expect(
        await shop.ask(
          "select pence from card_payment where order_id = $1 and closed_at is null and captured_at is null",
          [id],
        ),
      ).toEqual([{ pence: Math.round(Number(amountDue) * 100) }])
    return amountDue
  }

  it.each([
    [1, "4.00"],
    [3, "12.00"],
  ])(
    "that staff change to %i pieces before it is paid asks for £%s at once, and is paid with it",
    async (pieces, total) => {
      const { id } = await placed(method)
      const before = await read(id)
      await edit(id, pieces)
      await untilMailed(id)
      expect(await asked(id)).toBe(total)
      expect((await read(id)).bitcoinAddress).not.toBe(before.bitcoinAddress ?? "none")
      await pay(id)
      await until(id, ({ status }) => status === "paid")
      expect(await capturedOf(id)).toEqual([Number(total)])
      await pack(shop.staff, id)
    },
  )

  it("that costs more after it was paid asks for the difference; the parcel waits for it", async () => {
    const { id } = await paid(method)
    await edit(id, 3)
    await untilMailed(id)
    expect(await asked(id)).toBe("4.00")
    const page = await read(id)
    // Nothing leaves before it is paid.
    expect(page).toMatchObject({ status: "awaiting_payment", total: "12.00", estimate: { isUnpaid: true } })
    expect(page.timeline.find(({ step }) => step === "payment_confirmed")?.at).toBeNull()
    expect(await inList("difference_due", id)).toMatchObject({ pence: 1200 })
    await expect(pack(shop.staff, id)).rejects.toThrow(/£4\.00 is open/)
    await pay(id)
    expect(await until(id, ({ status }) => status === "paid")).toMatchObject({
      estimate: { isUnpaid: false },
    })
    expect(await capturedOf(id)).toEqual([8, 4])
    await expect.poll(() => mailsOf(id, "payment-confirmed")).toBe(2)
    const { invoices } = await review.panel(id)
    expect(invoices.flatMap(({ reasons }) => reasons)).toEqual([])
    expect(await review.inboxOf(id)).toEqual([])
    await pack(shop.staff, id)
  })

  it("that has left and was completed is open again when staff make it dearer: its buyer is mailed, and it is listed", async () => {
    const { id } = await paid(method)
    await dispatch(shop.staff, id, "AB123456789GB")
    await shop.staff.post(z.unknown(), `/admin/orders/${id}/complete`, {})
    // Its record is deleted later, as of every order that has left.
    await shop.ask("delete from open_order where order_id = $1", [id])
    await edit(id, 2, 5)
    await untilMailed(id)
    expect(await asked(id)).toBe("2.00")
    expect(await listed("difference_due", id)).toBe(true)
    await expect(shop.staff.post(z.unknown(), `/admin/orders/${id}/complete`, {})).rejects.toThrow(/£2\.00/)
    await pay(id)
    await eventually(
      () => capturedOf(id),
      (captured) => captured.length === 2,
    )
    // Medusa writes the capture before the sums of its order.
    await eventually(
      () => listed("difference_due", id),
      (isListed) => !isListed,
    )
    await shop.staff.post(z.unknown(), `/admin/orders/${id}/complete`, {})
  })

  it("that costs less after it was paid is a refund to be made, of exactly the difference", async () => {
    const { id } = await paid(method)
    await edit(id, 1)
    await untilMailed(id)
    expect(await read(id)).toMatchObject({
      ...{ status: "paid", total: "4.00", amountDue: "0.00", amountToReturn: "4.00" },
    })
    const found = await review.inboxOf(id)
    expect(found).toMatchObject([{ label: { text: "Refund due" }, pence: 400 }])
    const { invoices, cards: byCard } = await review.panel(id)
    expect([...invoices, ...byCard]).toMatchObject([{ refundDuePence: 400 }])
    await pack(shop.staff, id)
  })
})

it("VAT of a sale stays as it was when the order changes: the change and the refund have their own, as on the receipt and in the report", async () => {
  const { id } = await paid("card")
  const coffee = await makeProduct(shop.staff, { price: 4 })
  await saveFoodInformation(shop.staff, coffee.id, { vat: "zero" })
  const booked = async () => {
    const csv = await shop.staff.text("/admin/payment-review/sales")
    const rows = csv.split("\r\n").map((row) => row.split(","))
    return rows.filter((row) => row[4] === id).map((row) => [row[0], ...row.slice(5, 8)].join(" "))
  }
  const line = z.object({ rate: z.number(), grossPence: z.int(), vatPence: z.int() })
  const reported = async () => {
    const day = new Date().toISOString().slice(0, 10)
    const { vat } = await shop.staff.get(
      z.object({ vat: z.array(line) }),
      `/admin/reports/vat?from=${day}&to=${day}`,
    )
    return [20, 0].map((rate) => vat.find((one) => one.rate === rate) ?? { rate, grossPence: 0, vatPence: 0 })
  }
  const sale = "sale 8.00 1.33 20%: 1.33 of 8.00"
  expect(await booked()).toEqual([sale])
  const [before] = await reported()

  // One of the two goes, and coffee of the same price comes.
  await openEdit(shop.staff, id, { quantity: 1 })
  await shop.staff.post(z.unknown(), `/admin/order-edits/${id}/items`, {
    items: [{ variant_id: coffee.variantId, quantity: 1, unit_price: 4 }],
  })
  await confirmEdit(shop.staff, id)
  const change = "change 0.00 -0.66 20%: -0.66 of -4.00; 0%: 0.00 of 4.00"
  expect(await booked()).toEqual([sale, change])

  await edit(id, 0)
  expect(await booked()).toEqual([sale, change])
  const { cards: byCard } = await review.panel(id)
  await shop.staff.post(z.unknown(), `/admin/payments/${byCard[0]?.id ?? ""}/actions`, cardRefund(400))
  await eventually(booked, (rows) => rows.length === 3)
  expect(await booked()).toEqual([sale, change, "refund -4.00 -0.67 20%: -0.67 of -4.00"])
  expect(await shop.staff.text(`/admin/orders/${id}/receipt`)).toContain("with VAT of £0.67")
  const [after] = await reported()
  expect([before, after]).toMatchObject([{ rate: 20 }, { rate: 20 }])
  expect((after?.grossPence ?? 0) - (before?.grossPence ?? 0)).toBe(-800)
  expect((after?.vatPence ?? 0) - (before?.vatPence ?? 0)).toBe(-133)
})

it("a release is of what the order cost then: a later difference holds the parcel again", async () => {
  const { id } = await placed("bitcoin")
  await shop.staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "Pays on collection" })
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  await edit(id, 3)
  await untilMailed(id)
  expect(await listed("difference_due", id)).toBe(true)
  await expect(pack(shop.staff, id)).rejects.toThrow(/£4\.00 is open/)
  await shop.staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "Pays the rest, too" })
  await pack(shop.staff, id)
})

it("money on its way when staff change the order is taken first, and then the difference is asked for", async () => {
  const { id } = await placed("bitcoin")
  const { bitcoin } = await read(id)
  await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? "0"))
  await until(id, ({ bitcoin: now }) => now?.state === "seen")
  await edit(id, 3)
  await untilMailed(id)
  expect(await read(id)).toMatchObject({
    ...{ amountDue: "12.00", bitcoin: { state: "seen", price: "8.00", address: bitcoin?.address } },
  })
  await network.mine()
  await until(id, ({ bitcoin: now }) => now?.amountSats === satsOf(400))
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([8, 4])
  expect(await review.inboxOf(id)).toEqual([])
})

it("money that is captured while staff confirm a change counts: the difference alone is asked for", async () => {
  const { id } = await placed("card")
  await buyer.openPage(id)
  await openEdit(shop.staff, id, { quantity: 3, unit_price: 4 })
  // Medusa has read the sums, and writes them when the capture has ended.
  const sums = { writes: "insert on order_summary", when: `new.order_id = '${id}'` }
  const { request } = await whileHeld(backend.databaseUrl, sums, async (untilHeld) => {
    const confirmed = confirmEdit(shop.staff, id)
    await untilHeld()
    await cards.pay(id)
    await until(id, ({ status }) => status === "paid")
    return { request: confirmed }
  })
  await request
  expect(await capturedOf(id)).toEqual([8])
  await eventually(
    () => askedOf(id),
    (asked) => asked.length > 0,
  )
  expect(await askedOf(id)).toEqual([400])
})

it("an edit that Medusa undoes, because the stock is too small, is followed back", async () => {
  const { id, product } = await placed("bitcoin")
  await setStock(shop.staff, product, 2)
  await expect(edit(id, 3)).rejects.toThrow(/Not enough stock/)
  // One for the sums that Medusa wrote first, and one for their end: the shop may have asked for them in between.
  const followed = await eventually(
    () =>
      shop.ask<{ isOver: boolean }>(
        `select finished_at is not null as "isOver" from medusa_payments_outbox where payload ->> 'orderId' = $1 and topic = $2`,
        [id, "order-amount-changed"],
      ),
    (messages) => messages.every(({ isOver }) => isOver),
  )
  expect(followed).toHaveLength(2)
  await until(id, ({ bitcoin }) => bitcoin?.amountSats === satsOf(800))
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([8])
})

/** What waits for its next attempt is tried now. */
const retryNow = (id: string) =>
  shop.ask(
    "update medusa_payments_outbox set next_attempt_at = now() where payload ->> 'orderId' = $1 and finished_at is null",
    [id],
  )

it("money on its way when staff change the order that never arrives leaves the order asking for what is due", async () => {
  const { id } = await placed("bitcoin")
  const { bitcoin } = await read(id)
  const txid = await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? "0"))
  await until(id, ({ bitcoin: now }) => now?.state === "seen")
  await edit(id, 1)
  await untilMailed(id)
  await network.doubleSpend(txid)
  await eventually(
    () => shop.ask("select 1 from bitcoin_output where txid = $1 and missing_since is not null", [txid]),
    (missing) => missing.length === 1,
  )
  await network.mine()
  await until(id, ({ bitcoin: now }) => now?.state === "awaiting_payment")
  await retryNow(id)
  await until(id, ({ bitcoin: now }) => now?.amountSats === satsOf(400))
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([4])
})

it("a card whose bank refuses it after staff changed the order is asked for what is due", async () => {
  const { id } = await placed("card")
  await buyer.openPage(id)
  await cards.pay(id, REFUSED_LATER)
  await until(id, ({ cardPayment }) => cardPayment?.state === "confirming")
  await edit(id, 1)
  await untilMailed(id)
  await until(id, ({ cardPayment }) => cardPayment?.state === "awaiting_payment")
  await retryNow(id)
  await eventually(
    () =>
      shop.ask(
        "select pence from card_payment where order_id = $1 and closed_at is null and captured_at is null",
        [id],
      ),
    (open) => JSON.stringify(open) === '[{"pence":400}]',
  )
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([4])
})

const untilCase = (id: string) =>
  eventually(
    async () => {
      await shop.makePollDue(id)
      return review.inboxOf(id)
    },
    (cases) => cases.length === 1,
  )

/** The clock would have ended the order. */
const untilEndTried = (id: string, topic: "bitcoin-effect" | "card-effect") =>
  eventually(
    () =>
      shop.ask(
        `select id from medusa_payments_outbox where topic = $2 and payload ->> 'orderId' = $1 and payload ->> 'kind' = 'cancel'
            and (finished_at is not null or next_attempt_at > now())`,
        [id, topic],
      ),
    (tried) => tried.length === 1,
  )

/** An unpaid order that staff changed, and money for its first quote. */
async function paidByFirstQuote() {
  const { id } = await placed("bitcoin")
  const { bitcoin: old } = await read(id)
  await edit(id, 3)
  await untilMailed(id)
  await network.pay(old?.address ?? "", BigInt(old?.amountSats ?? "0"))
  await network.mine()
  const [found] = await untilCase(id)
  return { id, old, found }
}

it("money for a quote that a change ended keeps the stock until staff had the time to decide", async () => {
  const { id, found } = await paidByFirstQuote()
  await shop.ask(
    "update bitcoin_invoice set expires_at = now() - interval '2 hours', next_poll_at = now() where order_id = $1",
    [id],
  )
  await until(id, ({ bitcoin }) => bitcoin?.state === "expired")
  await untilEndTried(id, "bitcoin-effect")
  expect(await read(id)).toMatchObject({ status: "awaiting_payment" })
  await review.run(found?.paymentId ?? "", "accept")
  await until(id, ({ amountDue }) => amountDue === "4.00")
})

it("money for a quote from before the buyer chose the card keeps the stock when the card page ends", async () => {
  const { id } = await placed("bitcoin")
  const { bitcoin } = await read(id)
  await buyer.changeMethod(id, "card")
  await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? "0"))
  await network.mine()
  const [found] = await untilCase(id)
  await shop.ask(
    "update card_payment set payable_until = now(), next_poll_at = now() where order_id = $1 and captured_at is null",
    [id],
  )
  await untilEndTried(id, "card-effect")
  expect(await read(id)).toMatchObject({ status: "awaiting_payment" })
  await review.run(found?.paymentId ?? "", "accept")
  await until(id, ({ status }) => status === "paid")
})

it("money for the first quote, seen after the buyer went to the card and back, stops one more change until staff decide", async () => {
  const { id } = await placed("bitcoin")
  const { bitcoin: first } = await read(id)
  await buyer.changeMethod(id, "card")
  await buyer.changeMethod(id, "bitcoin")
  await network.pay(first?.address ?? "", BigInt(first?.amountSats ?? "0"))
  await network.mine()
  const [found] = await untilCase(id)
  await expect(buyer.changeMethod(id, "card")).rejects.toThrow(/payment_seen/)
  expect(await askedOf(id)).toEqual([800])
  await review.run(found?.paymentId ?? "", "accept")
  await until(id, ({ status }) => status === "paid")
})

it("money that was sent to a replaced quote a moment ago is seen before the buyer changes once more", async () => {
  const { id } = await placed("bitcoin")
  const { bitcoin: first } = await read(id)
  await buyer.changeMethod(id, "card")
  // The watcher looks there once in ten minutes.
  await network.pay(first?.address ?? "", BigInt(first?.amountSats ?? "0"))
  await expect(buyer.changeMethod(id, "bitcoin")).rejects.toThrow(/payment_seen/)
  expect(await askedOf(id)).toEqual([800])
})

it("an order whose difference is paid is captured, though Medusa opened another payment for it meanwhile", async () => {
  const { id } = await paid("card")
  await edit(id, 3)
  await untilMailed(id)
  // As when Medusa reads the order while ours is opened.
  await shop.ask(
    `with opened as (
       insert into payment_collection (id, currency_code, amount, raw_amount, status)
       values ('pay_col_' || $1, 'gbp', 4, '{"value":"4","precision":20}', 'not_paid') returning id)
     insert into order_payment_collection (id, order_id, payment_collection_id) select 'ordpay_' || $1, $1, id from opened`,
    [id],
  )
  const status = z.object({ order: z.object({ payment_status: z.string() }) })
  const isCaptured = async () =>
    (await shop.staff.get(status, `/admin/orders/${id}?fields=payment_status`)).order.payment_status
  expect(await isCaptured()).toBe("partially_captured")
  await pay(id)
  await until(id, ({ status: now }) => now === "paid")
  await eventually(isCaptured, (now) => now === "captured")
})

it("an order whose payment is not open yet, as while it is placed, is not changed", async () => {
  const { id } = await placed("card")
  const give = (from: string, to: string) =>
    shop.ask("update card_payment set order_id = $2 where order_id = $1", [from, to])
  await give(id, "order_of_nobody")
  await expect(buyer.changeMethod(id, "bitcoin")).rejects.toThrow(/not_payable/)
  expect(await askedOf(id)).toEqual([])
  await give("order_of_nobody", id)
})

it("money for a quote that a change ended is a case, and accepting it lowers what is still asked for", async () => {
  const { id, old, found } = await paidByFirstQuote()
  await review.run(found?.paymentId ?? "", "accept")
  const { bitcoin } = await until(id, ({ amountDue }) => amountDue === "4.00")
  await until(id, ({ bitcoin: now }) => now?.amountSats === satsOf(400))
  expect(bitcoin?.address).not.toBe(old?.address)
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([8, 4])
})

it("money for the old quote, accepted, and for the new one is owed once each when the order is cancelled", async () => {
  const { id, found } = await paidByFirstQuote()
  const { bitcoin } = await read(id)
  await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? "0"))
  await until(id, ({ bitcoin: now }) => now?.state === "seen")
  await review.run(found?.paymentId ?? "", "accept")
  await network.mine()
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([8, 12])
  const owed = async () => (await review.inboxOf(id)).map(({ pence }) => pence)
  // £20 was paid of £12.
  expect(await owed()).toEqual([800])
  await shop.staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  await eventually(owed, (all) => all.length === 2)
  expect((await owed()).sort()).toEqual([1200, 800])
})

it("an order that staff are cancelling is asked for nothing more until it is clear whether it stands", async () => {
  const { id } = await paid("bitcoin")
  const mark = "metadata = coalesce(metadata, '{}') || jsonb_build_object('cancelling_since', now())"
  await shop.ask(`update "order" set ${mark} where id = $1`, [id])
  await edit(id, 3)
  await eventually(
    () =>
      shop.ask(
        "select 1 from medusa_payments_outbox where topic = 'order-amount-changed' and payload ->> 'orderId' = $1 and finished_at is null and next_attempt_at > now()",
        [id],
      ),
    (postponed) => postponed.length > 0,
  )
  expect((await review.panel(id)).invoices).toHaveLength(1)
  await shop.ask(`update "order" set metadata = metadata - 'cancelling_since' where id = $1`, [id])
  await untilMailed(id)
  expect(await askedOf(id)).toEqual([400])
})

it("the page of a difference by card offers Bitcoin without asking the chain source for an address at each read", async () => {
  const { id } = await paid("card")
  await edit(id, 3)
  await untilMailed(id)
  process.kill(network.pid, "SIGSTOP")
  try {
    // No address from here on was asked about before.
    await shop.ask("update bitcoin_wallet set next_index = next_index + 1000")
    expect(await read(id)).toMatchObject({ cardPayment: { canRetry: true, canPayWithBitcoin: true } })
  } finally {
    process.kill(network.pid, "SIGCONT")
  }
  expect(await buyer.changeMethod(id, "bitcoin")).toMatchObject({ bitcoin: { amountSats: satsOf(400) } })
})

it("the receipt names each payment with what it paid, when the difference was paid by another method", async () => {
  const { id } = await paid("card")
  await edit(id, 3)
  await untilMailed(id)
  await buyer.changeMethod(id, "bitcoin")
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  const receipt = await shop.staff.text(`/admin/orders/${id}/receipt`)
  expect(receipt).toMatch(/By card[^<]*: £8\.00/)
  expect(receipt).toContain("In Bitcoin: 0.00010000 BTC")
  expect(receipt).toContain("Value at the time of sale: £4.00")
})

it("a difference is paid by another method, or by a new quote, whenever the buyer wants", async () => {
  const { id } = await paid("card")
  await edit(id, 3)
  await untilMailed(id)
  expect(await buyer.changeMethod(id, "bitcoin")).toMatchObject({ bitcoin: { amountSats: satsOf(400) } })
  await shop.runOut(id)
  await shop.ask("update bitcoin_invoice set expires_at = now() - interval '1 day' where order_id = $1", [id])
  await until(id, ({ bitcoin }) => bitcoin?.state === "expired")
  const again = { method: "POST", backendUrl: backend.url, headers: browserOf(id) } as const
  const quote = await call(followedOrderSchema, `/api/orders/${id}/quote`, again)
  expect(quote).toMatchObject({ bitcoin: { state: "awaiting_payment", amountSats: satsOf(400) } })
  await buyer.changeMethod(id, "card")
  await shop.ask(
    "update card_payment set payable_until = now(), next_poll_at = now() where order_id = $1 and captured_at is null",
    [id],
  )
  await eventually(
    () => shop.ask("select id from card_payment where order_id = $1 and closed_how = 'expired'", [id]),
    (rows) => rows.length === 1,
  )
  expect(await read(id)).toMatchObject({ cardPayment: { state: "awaiting_payment", canRetry: true } })
  await pay(id)
  await until(id, ({ status }) => status === "paid")
  expect(await capturedOf(id)).toEqual([8, 4])
})

describe.each([
  ["bitcoin", "card"],
  ["card", "bitcoin"],
] as const)("two clicks at once on paying by %s", (method, before) => {
  const paymentsOf = (id: string) =>
    shop.ask<{ pence: number }>(
      method === "card"
        ? "select pence from card_payment where order_id = $1 and captured_at is null"
        : "select price_minor::int as pence from bitcoin_invoice where order_id = $1 and captured_at is null",
      [id],
    )
  const clickTwice = (click: () => Promise<unknown>) => Promise.all([click(), click()])

  it("instead of the first choice open one payment", async () => {
    const { id } = await placed(before)
    await clickTwice(() => buyer.changeMethod(id, method))
    expect(await paymentsOf(id)).toEqual([{ pence: 800 }])
    expect(await askedOf(id)).toEqual([800])
  })

  it("for a difference open one payment, and one more when its time is over", async () => {
    const { id } = await paid(before)
    await edit(id, 3)
    await untilMailed(id)
    await clickTwice(() => buyer.changeMethod(id, method))
    expect(await paymentsOf(id)).toEqual([{ pence: 400 }])
    expect(await askedOf(id)).toEqual([400])
    if (method === "bitcoin") {
      await shop.ask(
        "update bitcoin_invoice set expires_at = now() - interval '1 day', next_poll_at = now() where order_id = $1",
        [id],
      )
      await until(id, ({ bitcoin }) => bitcoin?.state === "expired")
      const again = { method: "POST", backendUrl: backend.url, headers: browserOf(id) } as const
      await clickTwice(() => call(followedOrderSchema, `/api/orders/${id}/quote`, again))
    } else {
      await shop.ask("update card_payment set payable_until = now() where order_id = $1", [id])
      await clickTwice(() => buyer.openPage(id))
    }
    expect(await paymentsOf(id)).toEqual([{ pence: 400 }, { pence: 400 }])
    expect(await askedOf(id)).toEqual([400])
    await pay(id)
    await until(id, ({ status }) => status === "paid")
    expect(await capturedOf(id)).toEqual([8, 4])
  })
})

describe.each(["bitcoin", "card"] as const)("an order by %s", (method) => {
  it("that costs nothing any more is asked for by no method, whatever its buyer or the recovery tries", async () => {
    const { id } = await placed(method)
    await edit(id, 0)
    await untilMailed(id)
    expect(await askedOf(id)).toEqual([])
    for (const other of ["card", "bitcoin"] as const)
      await expect(buyer.changeMethod(id, other)).rejects.toThrow(/not_payable/)
    const job = { id: "recover-incomplete-orders" }
    await shop.staff.confirm()
    await shop.staff.post(z.unknown(), `/admin/workflows-executions/job-${job.id}/run`, {})
    expect(await askedOf(id)).toEqual([])
    expect(await read(id)).toMatchObject({ status: "paid", total: "0.00", amountDue: "0.00" })
  })

  it.each([
    ["Medusa's sums", "insert on order_transaction"],
    [
      "its own mark",
      `update of captured_at on ${{ bitcoin: "bitcoin_invoice", card: "card_payment" }[method]}`,
    ],
  ])("whose capture stopped before %s is in the books before a refund is decided", async (_what, write) => {
    const { id } = await placed(method)
    const other = await placed(method)
    const capture = "payload ->> 'orderId' = $1 and payload ->> 'kind' = 'capture'"
    const refundOf = async () => {
      const { invoices, cards: pages } = await review.panel(id)
      const [payment] = [...invoices, ...pages]
      const bitcoin = { sats: satsOf(800), address: (await read(id)).bitcoin?.address, txid: "c".repeat(64) }
      const body =
        method === "card"
          ? cardRefund(800)
          : actionBody({ action: "record_refund", refund: { method: "bitcoin", pence: 800, ...bitcoin } })
      return shop.staff.post(z.unknown(), `/admin/payments/${payment?.id ?? ""}/actions`, body)
    }
    const whileStopped = async () => {
      await pay(id)
      // Its next attempt would finish it.
      const postponed = `update medusa_payments_outbox set next_attempt_at = now() + interval '1 hour'
        where ${capture} and last_error is not null and leased_until is null and finished_at is null returning id`
      await eventually(
        () => shop.ask(postponed, [id]),
        (rows) => rows.length === 1,
      )
      // As long as it cannot be finished, nothing is decided about this order, and all is about others.
      await expect(refundOf()).rejects.toThrow(/captured, but not in its books yet/)
      const cancelled = { method: "POST", backendUrl: backend.url, headers: browserOf(id), body: {} } as const
      expect((await refused(409, `/api/orders/${id}/cancellation`, cancelled)).code).toBe("not_allowed")
      await pay(other.id)
      await until(other.id, ({ status }) => status === "paid")
    }
    await whileRefused(shop, write, whileStopped, `new.order_id = '${id}'`)
    await refundOf()
    await shop.ask(`update medusa_payments_outbox set next_attempt_at = now() where ${capture}`, [id])
    await eventually(
      () =>
        shop.ask(
          "select 1 from medusa_payments_outbox where payload ->> 'orderId' = $1 and finished_at is null",
          [id],
        ),
      (rows) => rows.length === 0,
    )
    expect(await capturedOf(id)).toEqual([8])
    const books = `select (select string_agg(amount::text, ' ' order by amount) from order_transaction where order_id = $1) as sums,
      (select string_agg(r.amount::text, ' ') from refund r join payment p on p.id = r.payment_id
        join order_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.order_id = $1) as refunds`
    expect(await shop.ask(books, [id])).toEqual([{ sums: "-8 8", refunds: "8" }])
  })

  it("of which less is due than any method takes is asked for nothing; staff are told, and nothing fails", async () => {
    const [unpaid, covered] = [await placed(method), await paid(method)]
    await edit(unpaid.id, 1, 0.1)
    await edit(covered.id, 2, 4.05)
    for (const { id } of [unpaid, covered]) {
      await untilMailed(id)
      expect(await unfinishedOf(id)).toEqual([])
      expect(await askedOf(id)).toEqual([])
      expect(await read(id)).toMatchObject({ amountDue: "0.10" })
    }
    expect(await listed("difference_due", covered.id)).toBe(true)
    // Also when more was due before.
    const lowered = await paid(method)
    await edit(lowered.id, 3)
    await eventually(
      () => askedOf(lowered.id),
      (pence) => pence[0] === 400,
    )
    if (method === "card") {
      const { cardPayment, amountDue } = await read(lowered.id)
      expect({ cardPayment, amountDue }).toMatchObject({
        ...{
          amountDue: "4.00",
          cardPayment: { canRetry: true, canPayWithBitcoin: true, payableUntil: null },
        },
      })
      const { payments } = await shop.staff.get(factsSchema, `/admin/orders/${lowered.id}/payments`)
      expect(JSON.stringify(payments)).not.toContain("To be paid by")
    }
    await edit(lowered.id, 2, 4.05)
    await eventually(
      () => askedOf(lowered.id),
      (pence) => pence.length === 0,
    )
    const { cardPayment, amountDue } = await read(lowered.id)
    expect(amountDue).toBe("0.10")
    if (method === "card")
      expect(cardPayment).toMatchObject({ state: "paid", canRetry: false, canPayWithBitcoin: false })
  })
})

it("a change that costs nothing more leaves a renewed quote as it is, and the method can be changed", async () => {
  const { id } = await placed("bitcoin")
  await shop.runOut(id)
  await until(id, ({ bitcoin }) => bitcoin?.state === "expired")
  const again = { method: "POST", backendUrl: backend.url, headers: browserOf(id) } as const
  await call(followedOrderSchema, `/api/orders/${id}/quote`, again)
  const { bitcoin } = await read(id)
  await edit(id, 1, 8)
  await untilMailed(id)
  expect(await read(id)).toMatchObject({
    bitcoin: { state: "awaiting_payment", address: bitcoin?.address },
  })
  await buyer.changeMethod(id, "card")
  expect(await askedOf(id)).toEqual([800])
})

it("cancelling an order paid by card returns that, and ends the difference by Bitcoin", async () => {
  const { id } = await paid("card")
  await edit(id, 3)
  await untilMailed(id)
  await buyer.changeMethod(id, "bitcoin")
  expect(await askedOf(id)).toEqual([400])
  expect((await read(id)).owner?.cancellation?.refund).toBe("card")
  await call(z.unknown(), `/api/orders/${id}/cancellation`, {
    ...{ method: "POST", backendUrl: backend.url, headers: browserOf(id) },
    body: {},
  })
  await eventually(
    () => askedOf(id),
    (asked) => asked.length === 0,
  )
  await eventually(
    () => cards.charges(),
    (charges) => charges.some(({ orderId, refunds }) => orderId === id && refunds[0] === 800),
  )
})

describe("a parcel that a crash left noted as being cancelled", () => {
  const noted = async (parcel: string, created = "created_at") => {
    await shop.ask(
      `update fulfillment set created_at = ${created},
         metadata = jsonb_build_object('cancelling_since', now() - interval '6 minutes') where id = $1`,
      [parcel],
    )
    for (const _ of ["once", "again"]) await runJob(shop.staff, "repair-reservations")
  }
  const stateOf = async (id: string, parcel: string) => {
    const [state] = await shop.ask(
      `select f.metadata, f.canceled_at is not null as cancelled, i.fulfilled_quantity::int as counted, i.shipped_quantity::int as shipped,
              (select array_agg(data ->> 'title') from notification where idempotency_key = 'interrupted-parcel:' || f.id) as told
         from fulfillment f, "order" o join order_item i on i.order_id = o.id and i.version = o.version
        where f.id = $2 and o.id = $1`,
      [id, parcel],
    )
    return state
  }

  it("and that was shipped all the same stays as it is; staff are told once to count, and it is free again", async () => {
    const { id } = await paid("card")
    const parcel = await dispatch(shop.staff, id, "LEFT123456")
    await noted(parcel)
    expect(await stateOf(id, parcel)).toEqual({
      ...{ metadata: null, cancelled: false, counted: 2, shipped: 2 },
      told: [expect.stringContaining("has left; count its stock")],
    })
  })

  it("and that its order counts as shipped stays, and is marked as shipped", async () => {
    const { id } = await paid("card")
    const parcel = await dispatch(shop.staff, id, "LEFT123456")
    await shop.ask("update fulfillment set shipped_at = null where id = $1", [parcel])
    await noted(parcel, "now() - interval '6 minutes'")
    expect(await stateOf(id, parcel)).toEqual({
      ...{ metadata: null, cancelled: false, counted: 2, shipped: 2 },
      told: [expect.stringContaining("has left; count its stock")],
    })
    await runJob(shop.staff, "repair-reservations")
    const marked = "select shipped_at is not null as shipped from fulfillment where id = $1"
    expect(await shop.ask(marked, [parcel])).toEqual([{ shipped: true }])
  })

  it("is cancelled once however old it is", async () => {
    const { id } = await paid("card")
    const parcel = await pack(shop.staff, id)
    await noted(parcel, "now() - interval '40 days'")
    expect(await stateOf(id, parcel)).toMatchObject({
      cancelled: true,
      counted: 0,
      told: [expect.any(String)],
    })
  })
})

describe("the stock that a crash left reserved wrongly", () => {
  const reservedOf = async (id: string) => {
    const rows = await shop.ask<{ quantity: string }>(
      `select r.quantity from reservation_item r join order_item i on i.item_id = r.line_item_id
        where i.order_id = $1 and i.version = 1 and r.deleted_at is null`,
      [id],
    )
    return rows.map(({ quantity }) => Number(quantity))
  }
  const OF_ORDER = "line_item_id in (select item_id from order_item where order_id = $1)"
  const plant = (id: string, change: string) =>
    shop.ask(
      `update reservation_item set raw_quantity = jsonb_build_object('value', quantity::text, 'precision', 20), ${change} where ${OF_ORDER}`,
      [id],
    )
  const quiet = async (id: string) => {
    await shop.ask(`update "order" set updated_at = now() - interval '6 minutes' where id = $1`, [id])
    await plant(
      id,
      "updated_at = now() - interval '6 minutes', deleted_at = deleted_at - interval '6 minutes'",
    )
  }
  const repair = () => runJob(shop.staff, "repair-reservations")
  /** What the level says and what it should. */
  const levelOf = async ({ inventoryItemId }: MadeProduct) => {
    const [level] = await shop.ask<{ reserved: string }>(
      "select reserved_quantity as reserved from inventory_level where inventory_item_id = $1",
      [inventoryItemId],
    )
    return Number(level?.reserved)
  }

  it.each([
    ["nothing, after an edit that deleted it", "deleted_at = now()"],
    ["less than the order has, as before an edit to more", "quantity = 1"],
    ["more than the order has, as before an edit to fewer", "quantity = 3"],
  ])("is right again, once the order is left alone: %s", async (_what, planted) => {
    const { id, product } = await placed("bitcoin")
    await plant(id, planted)
    const before = await reservedOf(id)
    // Staff's change may not have ended.
    await repair()
    expect(await reservedOf(id)).toEqual(before)
    await quiet(id)
    await repair()
    expect(await reservedOf(id)).toEqual([2])
    expect(await levelOf(product)).toBe(2)
  })

  it("is free again when the line was removed, its parcel is packed, or its order cancelled", async () => {
    const [edited, packed, cancelled] = [await placed("bitcoin"), await paid("bitcoin"), await placed("card")]
    await edit(edited.id, 0)
    await untilMailed(edited.id)
    await pack(shop.staff, packed.id)
    await shop.staff.post(z.unknown(), `/admin/orders/${cancelled.id}/cancel`, {})
    for (const { id, product } of [edited, packed, cancelled]) {
      await plant(id, "deleted_at = null")
      expect(await levelOf(product)).toBe(2)
      await quiet(id)
    }
    await repair()
    for (const { id, product } of [edited, packed, cancelled]) {
      expect(await reservedOf(id)).toEqual([])
      expect(await levelOf(product)).toBe(0)
    }
  })

  it("keeps what is left of it when others bought the rest, and does not stop the other orders' repair", async () => {
    const [short, other] = [await placed("bitcoin"), await placed("bitcoin")]
    for (const { id } of [short, other]) {
      await plant(id, "quantity = 1")
      await quiet(id)
    }
    await setStock(shop.staff, short.product, 1)
    await expect(repair()).rejects.toThrow()
    expect(await reservedOf(short.id)).toEqual([1])
    expect(await reservedOf(other.id)).toEqual([2])
    await setStock(shop.staff, short.product, 2)
    await repair()
    expect(await reservedOf(short.id)).toEqual([2])
  })
})
