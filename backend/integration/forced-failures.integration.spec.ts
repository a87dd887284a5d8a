import { readFile } from "node:fs/promises"
import { beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { refused } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { eventually } from "./harness/regtest"
import { makeProduct } from "./harness/fixtures"
import { applyCode, makePromotion } from "./harness/promotions"
import { askDatabase } from "./harness/postgres"
import { REFUSED, whileRefused } from "./harness/refuse-writes"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
  // The recovery completes orders that earlier specs placed through Medusa's own API, which would count here.
  await eventually(
    () =>
      ask(`select o.id from "order" o join order_cart l on l.order_id = o.id and l.deleted_at is null
            where not exists (select 1 from medusa_payments_outbox m where m.key = 'order-placed:' || o.id)`),
    (rows) => rows.length === 0,
  )
})

const ask = (sql: string) => askDatabase(inject("databaseUrl"), sql)

/** Every row that an order creates, by table. Rows that Medusa marks as deleted do not count. */
const TRACES = [
  `"order"`,
  "order_line_item",
  "order_address",
  "order_shipping_method",
  "order_cart",
  "order_payment_collection",
  "order_promotion",
  "cart_payment_collection",
  "payment_collection",
  "payment_session",
  "reservation_item",
  "customer",
  "medusa_payments_outbox",
  "bitcoin_invoice",
]

async function traces(): Promise<unknown> {
  const counts = TRACES.map(
    (table) =>
      `(select count(*) from ${table} ${table === "bitcoin_invoice" ? "where closed_at is null" : "where deleted_at is null"}) as ${table.replaceAll('"', "")}`,
  )
  const reserved =
    "(select sum(reserved_quantity) from inventory_level) as reserved, (select count(*) from cart where completed_at is not null) as completed"
  return z
    .array(z.record(z.string(), z.unknown()))
    .parse(await ask(`select ${[...counts, reserved].join(", ")}`))
}

it.each([
  ["customer", "insert"],
  ["reservation_item", "insert"],
  ["inventory_level", "update"],
  [`"order"`, "insert"],
  ["order_line_item", "insert"],
  ["order_shipping_method", "insert"],
  ["payment_collection", "insert"],
  ["payment_session", "insert"],
  ["cart", "update"],
  ["order_payment_collection", "insert"],
  ["order_cart", "insert"],
  ["bitcoin_invoice", "insert"],
] as const)(
  "a failure at %s (%s) leaves nothing behind, and the next attempt succeeds",
  async (table, operation) => {
    const cartId = await fillCart(await makeProduct(staff))
    const body = checkoutOf(cartId, 5, { email: `${table.replaceAll(/\W/g, "")}-${operation}@example.com` })
    const before = await traces()
    await whileRefused({ ask }, `${operation} on ${table}`, async () => {
      const problem = await refused(500, "/api/orders", { method: "POST", body })
      expect(problem.detail).not.toContain(REFUSED)
    })
    expect(await traces()).toEqual(before)
    expect((await order(body)).bitcoin?.state).toBe("awaiting_payment")
  },
)

it("an order whose confirmation cannot be enqueued is placed all the same, and the mail follows", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const enqueued = (id: string) =>
    ask(`select id from medusa_payments_outbox where key = 'order-placed:${id}'`)
  await whileRefused({ ask }, "insert on medusa_payments_outbox", async () => {
    const { id, bitcoin } = await order(checkoutOf(cartId, 5, { email: "unconfirmed@example.com" }))
    expect(bitcoin?.state).toBe("awaiting_payment")
    expect(await enqueued(id)).toEqual([])
  })
  const { id } = await order(checkoutOf(cartId, 5, { email: "unconfirmed@example.com" }))
  expect(await enqueued(id)).toHaveLength(1)
})

it("an order whose undoing fails at once stays whole, and the next attempt completes it", async () => {
  const product = await makeProduct(staff)
  const body = checkoutOf(await fillCart(product, 2), 10, { email: "not-undone@example.com" })
  // The order is linked to its cart before the invoice is refused.
  await whileRefused({ ask }, "insert on bitcoin_invoice", () =>
    whileRefused({ ask }, "update or delete on order_cart", async () => {
      await refused(500, "/api/orders", { method: "POST", body })
    }),
  )
  const placed = await order(body)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  const [held] = await ask(`
    select (select sum(r.quantity)::int from reservation_item r join order_line_item l on l.id = r.line_item_id
              join order_item i on i.item_id = l.id where i.order_id = '${placed.id}' and r.deleted_at is null) as reserved,
           (select count(*)::int from order_payment_collection where order_id = '${placed.id}' and deleted_at is null) as payments`)
  expect(held).toEqual({ reserved: 2, payments: 1 })
})

it("an order whose undoing fails half-way is discarded, and the next attempt succeeds", async () => {
  const body = checkoutOf(await fillCart(await makeProduct(staff), 2), 10, {
    email: "half-undone@example.com",
  })
  await whileRefused({ ask }, "insert on bitcoin_invoice", () =>
    whileRefused({ ask }, "update or delete on payment_collection", async () => {
      await refused(500, "/api/orders", { method: "POST", body })
    }),
  )
  const placed = await order(body)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect(
    await ask(`select id from medusa_payments_outbox where key = 'order-placed:${placed.id}'`),
  ).toHaveLength(1)
})

it("a reserved quantity that a lost write made wrong is right after the next order", async () => {
  const product = await makeProduct(staff, { stock: 5 })
  await order(checkoutOf(await fillCart(product, 2), 10))
  const level = `inventory_level where inventory_item_id = '${product.inventoryItemId}'`
  await ask(`update ${level.replace("where", "set reserved_quantity = 0 where")}`)
  await order(checkoutOf(await fillCart(product), 5))
  expect(
    await ask(
      `select reserved_quantity::int as reserved, raw_reserved_quantity ->> 'value' as raw from ${level}`,
    ),
  ).toEqual([{ reserved: 3, raw: "3" }])
})

it("the database itself rejects a reservation of more than there is", async () => {
  const product = await makeProduct(staff, { stock: 2 })
  await order(checkoutOf(await fillCart(product, 2), 10))
  const reserveOneMore = `insert into reservation_item (id, inventory_item_id, location_id, quantity, raw_quantity)
    select 'resitem_beyond', inventory_item_id, location_id, 1, '{"value": "1", "precision": 20}'
      from inventory_level where inventory_item_id = '${product.inventoryItemId}'`
  await expect(ask(reserveOneMore)).rejects.toThrow("Not enough stock")
})

/** Leaves an incomplete order that could not be undone. */
async function leaveIncomplete(cartId: string, email: string): Promise<void> {
  await whileRefused({ ask }, "insert on order_payment_collection", () =>
    whileRefused({ ask }, "update or delete on order_cart", () =>
      whileRefused({ ask }, 'update or delete on "order"', async () => {
        await refused(500, "/api/orders", { method: "POST", body: checkoutOf(cartId, 5, { email }) })
        await ask(`update cart set updated_at = now() - interval '40 days' where id = '${cartId}'`)
      }),
    ),
  )
}

/** Waits for the job `recover-incomplete-orders`, which runs every ten seconds, to discard the order of this address. */
const discarded = (email: string) =>
  eventually(
    () => ask(`select id from "order" where email = '${email}' and deleted_at is null`),
    (rows) => rows.length === 0,
  )

it("an incomplete order that could not be undone is discarded, and the next attempt succeeds", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const email = "incomplete@example.com"
  await leaveIncomplete(cartId, email)
  expect((await order(checkoutOf(cartId, 5, { email }))).bitcoin?.state).toBe("awaiting_payment")
})

it("an incomplete order is discarded without a second attempt, however long ago its cart was changed", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const email = "incomplete-old-cart@example.com"
  await leaveIncomplete(cartId, email)
  await discarded(email)
})

it("an order that cannot be recovered does not stop the recovery of others, and is recovered later", async () => {
  const { id } = await order(checkoutOf(await fillCart(await makeProduct(staff)), 5))
  const mail = `select id from medusa_payments_outbox where key = 'order-placed:${id}'`
  await whileRefused({ ask }, "insert on medusa_payments_outbox", async () => {
    await ask(`delete from medusa_payments_outbox where key = 'order-placed:${id}'`)
    const email = "incomplete-behind-a-failure@example.com"
    await leaveIncomplete(await fillCart(await makeProduct(staff)), email)
    await discarded(email)
    expect(await ask(mail)).toEqual([])
  })
  await eventually(
    () => ask(mail),
    (rows) => rows.length === 1,
  )
})

it("an order that lost its link to its payment in a crash is linked again", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const body = checkoutOf(cartId, 5, { email: "lost-link@example.com" })
  const { id } = await order(body)
  const linked = `select payment_collection_id from order_payment_collection where order_id = '${id}' and deleted_at is null`
  const before = await ask(linked)
  expect(before).toHaveLength(1)
  await ask(`delete from order_payment_collection where order_id = '${id}'`)
  expect((await order(body)).id).toBe(id)
  expect(await ask(linked)).toEqual(before)
})

it("a cart left closed by an undone order becomes an order with the next attempt", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  await ask(`update cart set completed_at = now(), email = 'left-closed@example.com', customer_id = (select id from customer limit 1)
      where id = '${cartId}'`)
  const body = checkoutOf(cartId, 5, { email: "left-closed@example.com" })
  const placed = await order(body)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect((await order(body)).id).toBe(placed.id)
})

it("a failed write is logged with its cause, and without what was written", async () => {
  const body = {
    name: "Ottoline Unlogged",
    email: "ottoline@unlogged.test",
    subject: "Unlogged",
    message: "Is the honey raw - or not?",
    consent: true,
  }
  await whileRefused({ ask }, "insert on contact_message", async () => {
    await refused(500, "/api/contact", { method: "POST", body })
  })
  const log = () => readFile(inject("logFile"), "utf8")
  await expect.poll(log).toMatch(/POST \/api\/contact answered 500[^]*refused by a test/)
  expect(await log()).not.toMatch(/unlogged|is the honey raw/i)
})

it.each([
  ["order_promotion", "insert"],
  ["promotion", "update"],
  ["order_line_item_adjustment", "insert"],
  ["order_cart", "insert"],
] as const)(
  "with a discount code, a failure at %s (%s) leaves nothing behind and uses nothing up",
  async (table, operation) => {
    const { id, code } = await makePromotion(staff, { value: 10, limit: 1 })
    const cartId = await fillCart(await makeProduct(staff, { price: 20 }))
    await applyCode(cartId, code)
    const body = checkoutOf(cartId, 18, { email: `${id}@example.com` })
    const before = await traces()
    await whileRefused({ ask }, `${operation} on ${table}`, async () => {
      await refused(500, "/api/orders", { method: "POST", body })
    })
    expect(await traces()).toEqual(before)
    expect(await order(body)).toMatchObject({ total: "18.00" })
    expect(await ask(`select used from promotion where id = '${id}'`)).toEqual([{ used: 1 }])
  },
)
