import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { call } from "../harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "../harness/fixtures"
import { startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import { baseSettings, type Settings } from "../harness/settings"
import { signInStaff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"

let network: Regtest
let settings: Settings
let database: string
let running: Backend | undefined
beforeAll(async () => {
  network = await startRegtest()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_crash")
  database = databaseUrl(inject("postgresUrl"), copy.database)
  settings = {
    ...baseSettings(database, copy.mediaDir),
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_HOLD_MINUTES: "0",
  }
})
afterAll(async () => {
  await running?.stop()
  await network.stop()
  await dropDatabase(inject("postgresUrl"), "shop_own_crash")
})

/** The shop. The one that recovers from a crash serves the next test too. */
const shop = async () => (running ??= await startMedusa(settings, "crash"))

async function killShop(): Promise<void> {
  await running?.kill()
  running = undefined
}

/** An unpaid order of one new product. */
async function placeOne() {
  const { url } = await shop()
  const product = await makeProduct(await signInStaff(url))
  return { product, placed: await order(checkoutOf(await fillCart(product, 1, undefined, url), 5), url) }
}

const read = async (id: string) => call(orderSchema, `/api/orders/${id}`, { backendUrl: (await shop()).url })

it("a payment that arrives while the shop is down is found and captured once after the restart", async () => {
  const { placed } = await placeOne()
  await killShop()
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

/** Kills the shop at a write, before its row is stored. @param what like "insert on capture" */
async function killAt(what: string, provoke: () => Promise<unknown>): Promise<void> {
  await shop()
  await askDatabase(
    database,
    "create or replace function wait_for_kill() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$",
  )
  await askDatabase(
    database,
    `create trigger wait_for_kill before ${what} for each row execute function wait_for_kill()`,
  )
  const provoked = provoke()
  await eventually(
    () =>
      askDatabase(
        database,
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      ),
    (rows) => rows.length > 0,
  )
  // All other statements end first, so that the shop always dies at the same point.
  await eventually(
    () =>
      askDatabase(
        database,
        `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state = 'active' and wait_event is distinct from 'PgSleep' and wait_event_type is distinct from 'Lock'`,
      ),
    (rows) => rows.length === 0,
  )
  await killShop()
  await provoked
  await askDatabase(
    database,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  )
  await askDatabase(database, `drop trigger wait_for_kill ${/on .*/.exec(what)?.[0] ?? ""}`)
}

/** An order whose shop was killed while it wrote into this table. */
async function interruptOrderAt(
  table: "order_cart" | "bitcoin_invoice",
): Promise<{ cartId: string; product: MadeProduct }> {
  const { url } = await shop()
  const product = await makeProduct(await signInStaff(url), { stock: 1 })
  const cartId = await fillCart(product, 1, freshCartId(), url)
  await killAt(`insert on ${table}`, async () => {
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
  const placed = await order(checkoutOf(cartId, 5), (await shop()).url)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect(await reservationsOf(product)).toHaveLength(1)
  expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
})

it("an order left incomplete by a crash is discarded when its buyer never returns", async () => {
  const { product } = await interruptOrderAt("order_cart")
  await shop()
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
  await shop()
  await eventually(
    () => askDatabase(database, "select 1 from outbox_message where key = $1", [`order-placed:${orderId}`]),
    (rows) => rows.length === 1,
  )
  expect((await read(orderId)).bitcoin?.state).toBe("awaiting_payment")
})

it.each([
  ["without a payment", "expired"],
  ["with a payment while the shop is down", "review"],
])(
  "a cancellation interrupted by a crash %s is completed by the next attempt, and the stock is released once",
  async (what, state) => {
    const { product, placed } = await placeOne()
    await killAt("insert on order_change_action", () =>
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
  90_000,
)

it.each(["update on payment", "insert on order_transaction"])(
  "a capture interrupted by a crash at the %s is completed by the next attempt: one capture, and consistent sums",
  async (what) => {
    const { placed } = await placeOne()
    await killAt(what, async () => {
      await network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await network.mine()
    })

    await shop()
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
  90_000,
)
