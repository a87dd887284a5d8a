import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { call } from "../harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { oneADay } from "../harness/sampled"
import { freshCartId, makeProduct, type MadeProduct } from "../harness/fixtures"
import { killableShop, type KillableShop } from "../harness/killable-shop"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { baseSettings } from "../harness/settings"
import { signInStaff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"

let network: Regtest
let database: string
let shop: KillableShop
beforeAll(async () => {
  network = await startRegtest()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_crash")
  database = databaseUrl(inject("postgresUrl"), copy.database)
  const settings = {
    ...baseSettings(database, copy.mediaDir),
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_HOLD_MINUTES: "0",
  }
  shop = killableShop(settings, "crash")
})
afterAll(async () => {
  await shop.stop()
  await network.stop()
  await dropDatabase(inject("postgresUrl"), "shop_own_crash")
})

/** An unpaid order of one new product. */
async function placeOne() {
  const { url } = await shop.up()
  const product = await makeProduct(await signInStaff(url))
  return { product, placed: await order(checkoutOf(await fillCart(product, 1, undefined, url), 5), url) }
}

const read = async (id: string) =>
  call(orderSchema, `/api/orders/${id}`, { backendUrl: (await shop.up()).url })

it("a payment that arrives while the shop is down is found and captured once after the restart", async () => {
  const { placed } = await placeOne()
  await shop.kill()
  const txid = await network.pay(placed.bitcoinAddress ?? "", 12_500n)
  await network.mine()
  // The last poll was two hours ago, and the quote ended with the second of the payment's block.
  await askDatabase(
    database,
    `update bitcoin_invoice set last_poll_at = now() - interval '2 hours', expires_at = to_timestamp($2)
      where order_id = $1`,
    [placed.id, await network.blockTimeOf(txid)],
  )
  const paid = await eventually(
    () => read(placed.id),
    ({ status }) => status === "paid",
  )
  expect(paid.bitcoin?.state).toBe("confirmed")
  expect(await askDatabase(database, "select id from capture")).toHaveLength(1)
})

/** An order whose shop was killed while it wrote into this table. */
async function interruptOrderAt(
  table: "order_cart" | "bitcoin_invoice",
): Promise<{ cartId: string; product: MadeProduct }> {
  const { url } = await shop.up()
  const product = await makeProduct(await signInStaff(url), { stock: 1 })
  const cartId = await fillCart(product, 1, freshCartId(), url)
  await shop.killAt(`insert on ${table}`, async () => {
    await expect(tryOrder(checkoutOf(cartId, 5), url)).rejects.toThrow()
  })
  return { cartId, product }
}

const reservationsOf = ({ inventoryItemId }: MadeProduct) =>
  askDatabase(
    database,
    "select 1 from reservation_item where inventory_item_id = $1 and deleted_at is null",
    [inventoryItemId],
  )
const reservedOf = ({ inventoryItemId }: MadeProduct) =>
  askDatabase(database, "select reserved_quantity from inventory_level where inventory_item_id = $1", [
    inventoryItemId,
  ])

it("an order left incomplete by a crash is discarded and placed completely by the next attempt", async () => {
  const { cartId, product } = await interruptOrderAt("order_cart")
  const placed = await order(checkoutOf(cartId, 5), (await shop.up()).url)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect(await reservationsOf(product)).toHaveLength(1)
  expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
})

it("an order left incomplete by a crash is discarded when its buyer never returns", async () => {
  const { product } = await interruptOrderAt("order_cart")
  await shop.up()
  await eventually(
    () => reservationsOf(product),
    (rows) => rows.length === 0,
  )
  expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  const orders = `select o.id from "order" o left join order_cart c on c.order_id = o.id where c.order_id is null and o.deleted_at is null`
  await eventually(
    () => askDatabase(database, orders),
    (rows) => rows.length === 0,
  )
})

it("an order without address and mail after a crash gets both after the restart", async () => {
  const { cartId } = await interruptOrderAt("bitcoin_invoice")
  const [link] = await askDatabase<{ order_id: string }>(
    database,
    "select order_id from order_cart where cart_id = $1",
    [cartId],
  )
  const orderId = link?.order_id ?? ""
  await shop.up()
  await eventually(
    () => askDatabase(database, "select 1 from outbox_message where key = $1", [`order-placed:${orderId}`]),
    (rows) => rows.length === 1,
  )
  expect((await read(orderId)).bitcoin?.state).toBe("awaiting_payment")
})

it.each(
  oneADay([
    ["with a payment while the shop is down", "review"],
    ["without a payment", "expired"],
  ]),
)(
  "a cancellation interrupted by a crash %s is completed by the next attempt, and the stock is released once",
  async (what, state) => {
    const { product, placed } = await placeOne()
    await shop.killAt("insert on order_change_action", () =>
      askDatabase(
        database,
        "update bitcoin_invoice set expires_at = now() - interval '1 second' where order_id = $1",
        [placed.id],
      ),
    )
    const changes = "select status from order_change where order_id = $1 and deleted_at is null"
    expect(await askDatabase(database, changes, [placed.id])).toEqual([{ status: "pending" }])

    if (state === "review") {
      await network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await network.mine()
      // Down until the address of the ended quote is due again, ten minutes after its last poll.
      await askDatabase(database, "update bitcoin_invoice set next_poll_at = now() where order_id = $1", [
        placed.id,
      ])
    }
    const shown = await eventually(
      () => read(placed.id),
      ({ status, bitcoin }) => status === "cancelled" && bitcoin?.state === state,
    )
    expect(shown.bitcoin?.state, what).toBe(state)
    expect(await reservationsOf(product)).toEqual([])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  },
)

it.each(oneADay([["insert on order_transaction"], ["update on payment"]]))(
  "a capture interrupted by a crash at the %s is completed by the next attempt: one capture, and consistent sums",
  async (what) => {
    const { placed } = await placeOne()
    await shop.killAt(what, async () => {
      await network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await network.mine()
    })

    await shop.up()
    await eventually(
      () =>
        askDatabase(
          database,
          "select 1 from bitcoin_invoice where order_id = $1 and captured_at is not null",
          [placed.id],
        ),
      (rows) => rows.length === 1,
    )
    const sums = await askDatabase(
      database,
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
