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
  await network.stop()
  await dropDatabase(inject("postgresUrl"), "shop_own_crash")
})

it("a payment that comes while the shop lies dead is found and captured once when it is back", async () => {
  const before = await startMedusa(settings, "crash-before")
  const product = await makeProduct(await signInStaff(before.url))
  const placed = await order(checkoutOf(await fillCart(product, 1, undefined, before.url), 5), before.url)
  await before.kill()
  await network.pay(placed.bitcoinAddress ?? "", 12_500n)
  await network.mine()
  // Two hours pass, and the quote with them; the block's own time says that the money came before.
  await askDatabase(
    database,
    "update bitcoin_invoice set expires_at = now() + interval '2 seconds' where order_id = $1",
    [placed.id],
  )
  await new Promise((resolve) => setTimeout(resolve, 2500))
  const after = await startMedusa(settings, "crash-after")
  try {
    const paid = await eventually(
      () => call(orderSchema, `/api/orders/${placed.id}`, { backendUrl: after.url }),
      ({ status }) => status === "paid",
    )
    expect(paid.bitcoin?.state).toBe("confirmed")
    expect(await askDatabase(database, "select id from capture")).toHaveLength(1)
  } finally {
    await after.stop()
  }
}, 90_000)

/** Kills the shop while it does this to a table: what comes after it is not there. @param what like "insert on capture" */
async function killAt(what: string, shop: Backend, provoke: () => Promise<unknown>): Promise<void> {
  await askDatabase(
    database,
    "create or replace function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$",
  )
  await askDatabase(database, `create trigger dawdle before ${what} for each row execute function dawdle()`)
  const provoked = provoke()
  await eventually(
    () =>
      askDatabase(
        database,
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      ),
    (rows) => rows.length > 0,
  )
  // Whatever was written beside it is written by now.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await shop.kill()
  await provoked
  await askDatabase(
    database,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  )
  await askDatabase(database, `drop trigger dawdle ${/on .*/.exec(what)?.[0] ?? ""}`)
}

/** An order whose shop was killed while it wrote into this table. */
async function cutShort(
  table: "order_cart" | "bitcoin_invoice",
  logName: string,
): Promise<{ cartId: string; product: MadeProduct }> {
  const shop = await startMedusa(settings, logName)
  const product = await makeProduct(await signInStaff(shop.url), { stock: 1 })
  const cartId = await fillCart(product, 1, freshCartId(), shop.url)
  await killAt(`insert on ${table}`, shop, async () => {
    await expect(tryOrder(checkoutOf(cartId, 5), shop.url)).rejects.toThrow()
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

it("an order that a crash cut in half is cleared away and placed whole by the next try", async () => {
  const { cartId, product } = await cutShort("order_cart", "half-before")
  const after = await startMedusa(settings, "half-after")
  try {
    const placed = await order(checkoutOf(cartId, 5), after.url)
    expect(placed.bitcoin?.state).toBe("awaiting_payment")
    expect(await reservationsOf(product)).toHaveLength(1)
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
  } finally {
    await after.stop()
  }
}, 90_000)

it("an order that a crash cut in half is cleared away by itself when its buyer never comes back", async () => {
  const { product } = await cutShort("order_cart", "left-before")
  const after = await startMedusa(settings, "left-after")
  try {
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
  } finally {
    await after.stop()
  }
}, 90_000)

it("an order that stands without address and mail when its shop dies gets both by itself", async () => {
  const { cartId } = await cutShort("bitcoin_invoice", "unnotified-before")
  const [link] = await askDatabase<{ order_id: string }>(
    database,
    "select order_id from order_cart where cart_id = $1",
    [cartId],
  )
  expect(link).toBeDefined()
  const after = await startMedusa(settings, "unnotified-after")
  try {
    await eventually(
      () =>
        askDatabase(database, "select 1 from outbox_message where key = $1", [
          `order-placed:${link?.order_id ?? ""}`,
        ]),
      (rows) => rows.length === 1,
    )
    const shown = await call(orderSchema, `/api/orders/${link?.order_id ?? ""}`, { backendUrl: after.url })
    expect(shown.bitcoin?.state).toBe("awaiting_payment")
  } finally {
    await after.stop()
  }
}, 90_000)

it.each([
  ["and nobody pays", "expired"],
  ["and money comes while the shop lies dead", "review"],
])(
  "a cancelling that a crash cut short %s is done by the next try, and the stock is free once",
  async (what, state) => {
    const before = await startMedusa(settings, "cancelling-before")
    const product = await makeProduct(await signInStaff(before.url))
    const placed = await order(checkoutOf(await fillCart(product, 1, undefined, before.url), 5), before.url)
    await killAt("insert on order_change_action", before, () =>
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
    }
    const after = await startMedusa(settings, "cancelling-after")
    try {
      const shown = await eventually(
        () => call(orderSchema, `/api/orders/${placed.id}`, { backendUrl: after.url }),
        ({ status }) => status === "cancelled",
      )
      expect(shown.bitcoin?.state, what).toBe(state)
      expect(await reservationsOf(product)).toEqual([])
      expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
    } finally {
      await after.stop()
    }
  },
  90_000,
)

it.each(["update on payment", "insert on order_transaction"])(
  "a capture that a crash cut short at the %s is finished by the next try: one capture, and sums that agree",
  async (what) => {
    const before = await startMedusa(settings, "capturing-before")
    const product = await makeProduct(await signInStaff(before.url))
    const placed = await order(checkoutOf(await fillCart(product, 1, undefined, before.url), 5), before.url)
    await killAt(what, before, async () => {
      await network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await network.mine()
    })

    const after = await startMedusa(settings, "capturing-after")
    try {
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
    } finally {
      await after.stop()
    }
  },
  90_000,
)
