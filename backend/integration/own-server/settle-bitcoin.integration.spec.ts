import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import type { BitcoinShop } from "../harness/bitcoin-shop"
import { call } from "../harness/call"
import { MAILS } from "../harness/mails"
import { browserOf, checkoutOf, fillCart, order } from "../harness/checkout"
import { startKillableBitcoinShop, type KillableBitcoinShop } from "../harness/killable-bitcoin-shop"
import type { Backend } from "../harness/medusa"
import { eventually, type Regtest } from "../harness/regtest"
import { oneOf } from "../harness/sampled"

let bitcoin: KillableBitcoinShop
let network: Regtest
let backend: Backend
let shop: BitcoinShop
beforeAll(async () => {
  bitcoin = await startKillableBitcoinShop("settle")
  network = bitcoin.network
  backend = await bitcoin.shop.up()
  shop = await bitcoin.running()
})
afterAll(() => bitcoin.stop())

async function inMedusa(id: string): Promise<Record<string, unknown>> {
  const schema = z.object({ order: z.record(z.string(), z.unknown()) })
  return (await shop.staff.get(schema, `/admin/orders/${id}?fields=status,payment_status,total`)).order
}

/** What Medusa stores of an order's payment, without ids, times and what is the provider's own. */
function captureRecordsOf(orderId: string) {
  const rest = (row: string, ...without: string[]) =>
    `to_jsonb(${row}) - array[${["id", "created_at", "updated_at", ...without].map((name) => `'${name}'`).join(", ")}]`
  return shop.ask(
    `select ${rest("c", "completed_at")} as collection, c.completed_at is not null as is_complete,
        ${rest("s", "payment_collection_id", "provider_id", "data", "authorized_at")} as session, s.authorized_at is not null as is_authorized,
        ${rest("p", "payment_collection_id", "payment_session_id", "provider_id", "data", "captured_at")} as payment,
        p.captured_at is not null as is_captured,
        ${rest("k", "payment_id", "created_by")} as capture,
        ${rest("t", "order_id", "reference_id")} as transaction, t.reference_id = k.id as is_its,
        ${rest("m", "order_id")} as summary
       from order_payment_collection l
       join payment_collection c on c.id = l.payment_collection_id
       join payment_session s on s.payment_collection_id = c.id
       left join payment p on p.payment_session_id = s.id
       left join capture k on k.payment_id = p.id
       left join order_transaction t on t.order_id = l.order_id
       left join order_summary m on m.order_id = l.order_id
      where l.order_id = $1`,
    [orderId],
  )
}

describe("a payment in time", () => {
  it("sees the payment, confirms it in a block, captures it once and mails the buyer", async () => {
    const { placed, address } = await shop.placeOne()
    await network.pay(address, 12_500n)
    await shop.untilState(placed.id, "seen")
    expect((await inMedusa(placed.id))["payment_status"]).toBe("awaiting")
    await network.mine()
    const paid = await eventually(
      () => shop.read(placed.id),
      ({ status }) => status === "paid",
    )
    expect(paid.bitcoin).toMatchObject({
      state: "confirmed",
      receivedSats: "12500",
      remainingSats: "0",
      confirmations: 1,
    })
    expect(await inMedusa(placed.id)).toMatchObject({
      status: "pending",
      payment_status: "captured",
      total: 5,
    })
    const mails = await eventually(
      () =>
        shop.ask(`select template from ${MAILS} where data ->> 'orderId' = $1 order by created_at`, [
          placed.id,
        ]),
      (rows) => rows.length === 3,
    )
    expect(mails).toEqual([
      { template: "order-placed" },
      { template: "payment-seen" },
      { template: "payment-confirmed" },
    ])
    expect(await shop.capturesOf(placed.id)).toBe(1)
  })

  it("leaves the records of a capture that Medusa's own workflow leaves for a card", async () => {
    const { placed, address, product } = await shop.placeOne()
    await network.pay(address, 12_500n)
    await network.mine()
    await eventually(
      () => shop.read(placed.id),
      ({ status }) => status === "paid",
    )
    const cartId = await fillCart(product, 1, undefined, backend.url)
    const card = await order(checkoutOf(cartId, 5, { paymentMethod: "card" }), backend.url)
    const [payment] = await shop.ask(
      `select p.id from payment p join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
        where l.order_id = $1`,
      [card.id],
    )
    await shop.staff.post(z.unknown(), `/admin/payments/${String(payment?.["id"])}/capture`, {})
    const [ours, theirs] = [await captureRecordsOf(placed.id), await captureRecordsOf(card.id)]
    expect(ours).toHaveLength(1)
    expect(ours).toEqual(theirs)
  })

  it("requires three blocks from £100", async () => {
    const { placed, address } = await shop.placeOne(100)
    await network.pay(address, 250_000n)
    await network.mine()
    expect((await shop.untilState(placed.id, "confirming")).bitcoin).toMatchObject({
      confirmations: 1,
      requiredConfirmations: 3,
    })
    await network.mine(2)
    await shop.untilState(placed.id, "confirmed")
  })

  it("accepts the rest of a short payment at the same address", async () => {
    const { placed, address } = await shop.placeOne()
    await network.pay(address, 12_000n)
    const short = await shop.untilState(placed.id, "underpaid")
    expect(short.bitcoin).toMatchObject({ receivedSats: "12000", remainingSats: "500" })
    expect(short.bitcoin?.uri).toContain("amount=0.000005")
    const { expiresAt = "", payableUntil = "" } = short.bitcoin ?? {}
    expect(Date.parse(payableUntil) - Date.parse(expiresAt)).toBe(15 * 60_000)
    await network.pay(address, 500n)
    await network.mine()
    await eventually(
      () => shop.read(placed.id),
      ({ status }) => status === "paid",
    )
  })

  it("captures only the order's price when too much was sent", async () => {
    const { placed, address } = await shop.placeOne()
    await network.pay(address, 20_000n)
    await network.mine()
    const paid = await eventually(
      () => shop.read(placed.id),
      ({ status }) => status === "paid",
    )
    expect(paid.bitcoin?.receivedSats).toBe("20000")
    expect(
      await shop.ask(
        `select captured_amount from payment_collection c join order_payment_collection l on l.payment_collection_id = c.id where l.order_id = $1`,
        [placed.id],
      ),
    ).toEqual([{ captured_amount: "5" }])
    const toStaff = `select template from ${MAILS} where template = 'payment-surplus' and data ->> 'orderId' = $1`
    await eventually(
      () => shop.ask(toStaff, [placed.id]),
      (mails) => mails.length === 1,
    )
  })
})

describe("unusual payments", () => {
  it("awaits payment again when the transaction is replaced by one that pays another order", async () => {
    const { placed, address } = await shop.placeOne()
    const other = await shop.placeOne()
    const txid = await network.pay(address, 12_500n)
    await shop.untilState(placed.id, "seen")
    await network.replace(txid, other.address)
    // No block came: the source may only have lost its mempool.
    await shop.untilState(other.placed.id, "seen")
    await eventually(
      () => shop.ask("select 1 from bitcoin_output where txid = $1 and missing_since is not null", [txid]),
      (missing) => missing.length === 1,
    )
    await network.mine()
    await shop.untilState(placed.id, "awaiting_payment")
    expect(await shop.ask("select status from bitcoin_output where txid = $1", [txid])).toEqual([
      { status: "gone" },
    ])
  })

  it("cancels the order and releases its stock when the quote expires, and opens a case for late money", async () => {
    const { placed, address, product } = await shop.placeOne()
    await shop.runOut(placed.id)
    await shop.untilState(placed.id, "expired")
    await eventually(
      () => inMedusa(placed.id),
      ({ status }) => status === "canceled",
    )
    expect(
      await shop.ask("select reserved_quantity from inventory_level where inventory_item_id = $1", [
        product.inventoryItemId,
      ]),
    ).toEqual([{ reserved_quantity: "0" }])
    await network.pay(address, 12_500n)
    await network.mine()
    // Otherwise the address of an ended quote is polled every ten minutes.
    await shop.ask("update bitcoin_invoice set next_poll_at = now() where order_id = $1", [placed.id])
    await shop.untilState(placed.id, "review")
    expect((await inMedusa(placed.id))["status"]).toBe("canceled")
  })

  it("trusts no transaction id, not even a real one that pays another address", async () => {
    const [mine, theirs] = [await shop.placeOne(), await shop.placeOne()]
    const transactionId = await network.pay(theirs.address, 12_500n)
    await shop.untilState(theirs.placed.id, "seen")
    await call(orderSchema, `/api/orders/${mine.placed.id}/payment`, {
      method: "PATCH",
      headers: browserOf(mine.placed.id),
      body: { transactionId },
      backendUrl: backend.url,
    })
    expect((await shop.read(mine.placed.id)).bitcoin).toMatchObject({
      state: "awaiting_payment",
      receivedSats: "0",
    })
    // The next tests kill the shop: nothing of this one is left to capture.
    await network.mine()
    await eventually(
      () => shop.read(theirs.placed.id),
      ({ status }) => status === "paid",
    )
  })
})

// The last tests of the file: the shop has another URL afterwards.
describe("a payment while the shop is down", () => {
  it("is found after the restart when it was made meanwhile, and is captured once", async () => {
    const { placed } = await bitcoin.placeOne()
    await bitcoin.shop.kill()
    const txid = await bitcoin.network.pay(placed.bitcoinAddress ?? "", 12_500n)
    await bitcoin.network.mine()
    // The last poll was two hours ago, and the quote ended with the second of the payment's block.
    await shop.ask(
      `update bitcoin_invoice set last_poll_at = now() - interval '2 hours', expires_at = greatest(created_at, to_timestamp($2))
      where order_id = $1`,
      [placed.id, await bitcoin.network.blockTimeOf(txid)],
    )
    const paid = await eventually(
      () => bitcoin.read(placed.id),
      ({ status }) => status === "paid",
    )
    expect(paid.bitcoin?.state).toBe("confirmed")
    expect(await shop.capturesOf(placed.id)).toBe(1)
  })

  it.each(oneOf([["insert on order_transaction"], ["update on payment"]]))(
    "is captured completely by the next attempt after a crash at the %s: one capture, and consistent sums",
    async (what) => {
      const { placed } = await bitcoin.placeOne()
      await bitcoin.shop.killAt(what, async () => {
        await bitcoin.network.pay(placed.bitcoinAddress ?? "", 12_500n)
        await bitcoin.network.mine()
      })

      await bitcoin.shop.up()
      await eventually(
        () =>
          shop.ask("select 1 from bitcoin_invoice where order_id = $1 and captured_at is not null", [
            placed.id,
          ]),
        (rows) => rows.length === 1,
      )
      const sums = await shop.ask(
        `select l.captured_amount::text as collected,
          (select string_agg(c.amount::text, '+') from payment p join capture c on c.payment_id = p.id and c.deleted_at is null
            where p.payment_collection_id = l.id) as captures,
          (select string_agg(t.amount::text, '+') from order_transaction t where t.order_id = $1 and t.deleted_at is null) as booked
        from payment_collection l join order_payment_collection o on o.payment_collection_id = l.id where o.order_id = $1`,
        [placed.id],
      )
      expect(sums).toEqual([{ collected: "5", captures: "5", booked: "5" }])
    },
  )
})
