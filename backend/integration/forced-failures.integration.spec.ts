import { beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { refused } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const ask = (sql: string) => askDatabase(inject("databaseUrl"), sql)

/** Every row that an order leaves, where it lives. Rows that Medusa marks as deleted are gone for everybody. */
const TRACES = [
  `"order"`,
  "order_line_item",
  "order_address",
  "order_shipping_method",
  "order_cart",
  "order_payment_collection",
  "cart_payment_collection",
  "payment_collection",
  "payment_session",
  "reservation_item",
  "customer",
  "outbox_message",
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

/** Makes the database refuse to write a table while `work` runs: a failure at that step, for real. */
async function whileRefused(
  table: string,
  operation: "insert" | "update" | "update or delete",
  work: () => Promise<void>,
): Promise<void> {
  await ask(
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by a test'; end $$`,
  )
  await ask(`create trigger refuse before ${operation} on ${table} for each row execute function refuse()`)
  try {
    await work()
  } finally {
    await ask(`drop trigger refuse on ${table}`)
  }
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
  ["outbox_message", "insert"],
  ["bitcoin_invoice", "insert"],
] as const)(
  "a failure at %s (%s) leaves nothing behind, and the next try goes through",
  async (table, operation) => {
    const cartId = await fillCart(await makeProduct(staff))
    const body = checkoutOf(cartId, 5, { email: `${table.replaceAll(/\W/g, "")}-${operation}@example.com` })
    const before = await traces()
    await whileRefused(table, operation, async () => {
      const problem = await refused(500, "/api/orders", { method: "POST", body })
      expect(problem.detail).not.toContain("refused by a test")
    })
    expect(await traces()).toEqual(before)
    expect((await order(body)).bitcoin?.state).toBe("awaiting_payment")
  },
)

it("an order that was cut off between its links, and could not even be undone, is none: the next try goes through", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const body = checkoutOf(cartId, 5, { email: "cut-between-links@example.com" })
  await whileRefused("order_payment_collection", "insert", () =>
    whileRefused("order_cart", "update or delete", () =>
      whileRefused(`"order"`, "update or delete", async () => {
        await refused(500, "/api/orders", { method: "POST", body })
      }),
    ),
  )
  expect((await order(body)).bitcoin?.state).toBe("awaiting_payment")
})

it("an order whose tie to its payment was lost in a crash is tied to it again", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  const body = checkoutOf(cartId, 5, { email: "lost-tie@example.com" })
  const { id } = await order(body)
  const tied = `select payment_collection_id from order_payment_collection where order_id = '${id}' and deleted_at is null`
  const before = await ask(tied)
  expect(before).toHaveLength(1)
  await ask(`delete from order_payment_collection where order_id = '${id}'`)
  expect((await order(body)).id).toBe(id)
  expect(await ask(tied)).toEqual(before)
})

it("a cart that was closed for an order which then was undone, all but the closing, becomes an order with the next try", async () => {
  const cartId = await fillCart(await makeProduct(staff))
  await ask(`update cart set completed_at = now(), email = 'left-closed@example.com', customer_id = (select id from customer limit 1)
      where id = '${cartId}'`)
  const body = checkoutOf(cartId, 5, { email: "left-closed@example.com" })
  const placed = await order(body)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect((await order(body)).id).toBe(placed.id)
})
