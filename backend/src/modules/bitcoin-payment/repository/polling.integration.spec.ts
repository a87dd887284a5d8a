import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { ModelDatabase } from "../testing/model-database"
import { recordObservations } from "./outputs"
import { invoicesToPoll } from "./polling"
import { useWallet } from "./wallets"

const OPEN = 100
const SECOND = 1000
const START = Date.UTC(2026, 0, 1)

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())
beforeEach(async () => {
  await database.clear()
  await database.setTime(START)
  const wallet = await useWallet(database.pool, "the descriptor", "regtest")
  await database.pool.raw(
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_pence, due_sats,
       rate, rate_source, rate_at, expires_at, state)
     select i, i, i, ?, i, 'address-' || i, 500, 12500, '40000', 'fixed', now(), now() + interval '1 hour', 'awaiting_payment'
     from generate_series(1, ?::int) as i`,
    [wallet.id, OPEN],
  )
})

/** One poll of a source that is asked by address; answers the invoices that it asked about. */
async function poll(now: number, isFirst = false): Promise<string[]> {
  const asked = await invoicesToPoll(database.pool, { now, sees: "addresses", isFirst, hasTipMoved: false })
  await recordObservations(
    database.pool,
    { startedAt: now, asked, covers: "asked", previousAt: null },
    { present: [], lost: [] },
  )
  return asked.map(({ id }) => id)
}

it("asks about every invoice in the first poll after a start, then about a bounded number, each in turn", async () => {
  expect(await poll(START, true)).toHaveLength(OPEN)
  const polls: string[][] = []
  for (let round = 1; round <= 4; round += 1) polls.push(await poll(START + round * 3 * SECOND))
  expect(polls.map(({ length }) => length)).toEqual([30, 30, 30, 30])
  expect(new Set(polls.flat()).size).toBe(OPEN)
})

it("asks at once about an invoice whose poll was requested", async () => {
  await poll(START, true)
  const [first] = await poll(START + 3 * SECOND)
  await database.pool.raw("update bitcoin_invoice set poll_requested = true where id = ?", [first ?? ""])
  expect(await poll(START + 6 * SECOND)).toContain(first)
})
