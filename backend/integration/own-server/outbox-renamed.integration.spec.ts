import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { beforeEach, expect, it } from "vitest"
import { z } from "zod"
import { OUTBOX_TABLE, type Connection } from "../../../packages/medusa-payments/src/database"
import { Migration20261127230000 } from "../../../packages/medusa-payments/src/modules/outbox/migrations/Migration20261127230000"
import { processTopic } from "../../../packages/medusa-payments/src/modules/outbox/process"
import { insertMessage } from "../../../packages/medusa-payments/src/modules/outbox/queue"
import { useOwnDatabase } from "../harness/own-database"

const FORMER = "outbox_message"
const { connection } = useOwnDatabase("shop_own_outbox_renamed")

/** The statements of the release before: the same, but for the table's name. */
const present: Connection = connection
const former: Connection = {
  raw: (sql, bindings) => present.raw(sql.replaceAll(OUTBOX_TABLE, FORMER), bindings),
  transaction: () => Promise.reject(new Error("not used")),
}

async function migrate(direction: "up" | "down"): Promise<void> {
  const migration = z.instanceof(Migration).parse(Reflect.construct(Migration20261127230000, []))
  await migration[direction]()
  await connection.transaction(async (transaction) => {
    for (const statement of migration.getQueries().map(String)) await transaction.raw(statement)
  })
}

/** Whatever of the database has this name: relations, constraints, and functions that use it. */
async function named(name: string): Promise<string[]> {
  const { rows } = await connection.raw<{ rows: { name: string }[] }>(
    `select relname::text || ' ' || relkind::text as name from pg_class where starts_with(relname, :name)
      union all select conname::text from pg_constraint where starts_with(conname, :name)
      union all select proname::text from pg_proc where prosrc like '%' || :name || '%'
      order by 1`,
    { name },
  )
  return rows.map((row) => row.name)
}

const put = (by: Connection, key: string, orderId = key) =>
  insertMessage(by, { topic: "test", key, payload: { orderId } })

function work(by: Connection, handled: string[], handle: () => Promise<void> = () => Promise.resolve()) {
  const logger = { warn: (text: string) => handled.push(text), error: (text: string) => handled.push(text) }
  return processTopic({ connection: by, clock: () => new Date(), alertAfter: 3, logger }, "test", {
    concurrency: 4,
    handle: async ({ key }) => {
      await handle()
      handled.push(key)
      return "done"
    },
  })
}

beforeEach(() => connection.raw(`truncate ${OUTBOX_TABLE}`))

it("a new database has nothing under the outbox's former name", async () => {
  expect(await named(FORMER)).toEqual([])
  expect(await named(OUTBOX_TABLE)).toEqual(
    expect.arrayContaining([`${OUTBOX_TABLE} r`, `${OUTBOX_TABLE}_due i`, "enqueue_order_cancelled"]),
  )
})

it("a database of the former release keeps its messages, and one of each name is left", async () => {
  const fresh = await named(OUTBOX_TABLE)
  const functions = fresh.filter((name) => name.startsWith("enqueue_"))
  await migrate("down")
  expect(await named(OUTBOX_TABLE)).toEqual([...functions, `${OUTBOX_TABLE} v`].sort())
  await put(former, "waiting")
  await put(former, "finished")
  await connection.raw(`update ${FORMER} set finished_at = now(), outcome = 'done' where key = 'finished'`)
  const rows = await connection(FORMER).orderBy("key")
  await migrate("up")
  expect(await connection(OUTBOX_TABLE).orderBy("key")).toEqual(rows)
  expect(await named(OUTBOX_TABLE)).toEqual(fresh)
  expect(await named(FORMER)).toEqual([`${FORMER} v`])
  expect([await put(connection, "waiting"), await put(connection, "finished")]).toEqual([false, false])
  const handled: string[] = []
  await work(connection, handled)
  expect(handled).toEqual(["waiting"])
})

it("servers of both releases store and process messages at the same time, each once", async () => {
  await migrate("down")
  await migrate("up")
  const keys = Array.from({ length: 40 }, (_, index) => `message ${String(index)}`)
  const stored = await Promise.all(
    keys.flatMap((key) => [
      put(former, key, `order ${key.slice(-1)}`),
      put(connection, key, `order ${key.slice(-1)}`),
    ]),
  )
  expect(stored.filter(Boolean)).toHaveLength(keys.length)
  const handled: string[] = []
  await Promise.all([work(former, handled), work(connection, handled), work(former, handled)])
  await work(connection, handled)
  expect(handled.sort()).toEqual(keys.sort())
})

it("a message that a server of the former release leased before the migration is finished by it", async () => {
  await migrate("down")
  await put(former, "leased")
  const handled: string[] = []
  await work(former, handled, () => migrate("up"))
  expect(handled).toEqual(["leased"])
  expect(await connection(OUTBOX_TABLE).first()).toMatchObject({ attempts: 1, outcome: "done" })
})

it("after the migration is undone the shop's triggers still store their messages, and the next migration keeps them", async () => {
  await migrate("down")
  await connection.raw(`insert into "order" (id, currency_code) values ('order_undone', 'gbp')`)
  await connection.raw(`update "order" set status = 'canceled' where id = 'order_undone'`)
  const stored = () => connection(OUTBOX_TABLE).where("topic", "order-cancelled").pluck("payload")
  expect(await connection(FORMER).where("topic", "order-cancelled").pluck("payload")).toEqual([
    { orderId: "order_undone" },
  ])
  await migrate("up")
  expect(await stored()).toEqual([{ orderId: "order_undone" }])
})
