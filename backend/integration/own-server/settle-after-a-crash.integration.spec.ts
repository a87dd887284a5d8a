import { afterAll, beforeAll, expect, it } from "vitest"
import { startKillableBitcoinShop, type KillableBitcoinShop } from "../harness/killable-bitcoin-shop"
import { askDatabase } from "../harness/postgres"
import { eventually } from "../harness/regtest"
import { oneADay } from "../harness/sampled"

let bitcoin: KillableBitcoinShop
beforeAll(async () => {
  bitcoin = await startKillableBitcoinShop("crash")
})
afterAll(() => bitcoin.stop())

it("a payment that arrives while the shop is down is found and captured once after the restart", async () => {
  const { placed } = await bitcoin.placeOne()
  await bitcoin.shop.kill()
  const txid = await bitcoin.network.pay(placed.bitcoinAddress ?? "", 12_500n)
  await bitcoin.network.mine()
  // The last poll was two hours ago, and the quote ended with the second of the payment's block.
  await askDatabase(
    bitcoin.database,
    `update bitcoin_invoice set last_poll_at = now() - interval '2 hours', expires_at = to_timestamp($2)
      where order_id = $1`,
    [placed.id, await bitcoin.network.blockTimeOf(txid)],
  )
  const paid = await eventually(
    () => bitcoin.read(placed.id),
    ({ status }) => status === "paid",
  )
  expect(paid.bitcoin?.state).toBe("confirmed")
  expect(await askDatabase(bitcoin.database, "select id from capture")).toHaveLength(1)
})

it.each(oneADay([["insert on order_transaction"], ["update on payment"]]))(
  "a capture interrupted by a crash at the %s is completed by the next attempt: one capture, and consistent sums",
  async (what) => {
    const { placed } = await bitcoin.placeOne()
    await bitcoin.shop.killAt(what, async () => {
      await bitcoin.network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await bitcoin.network.mine()
    })

    await bitcoin.shop.up()
    await eventually(
      () =>
        askDatabase(
          bitcoin.database,
          "select 1 from bitcoin_invoice where order_id = $1 and captured_at is not null",
          [placed.id],
        ),
      (rows) => rows.length === 1,
    )
    const sums = await askDatabase(
      bitcoin.database,
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
