import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { postgresLedger } from "../../src/modules/bitcoin-payment/repository/ledger"
import type { Ledger } from "../../src/modules/bitcoin-payment/ports/ledger"
import { databaseUrl } from "../harness/postgres"
import { copyTemplate, dropDatabase } from "../harness/template"

const NAME = "shop_own_turns"
const OPEN = 100
const SECOND = 1000

let connection: Knex
let ledger: Ledger
beforeAll(async () => {
  const server = inject("postgresUrl")
  await copyTemplate(server, inject("template"), NAME)
  connection = knex({ client: "pg", connection: databaseUrl(server, NAME) })
  ledger = postgresLedger(connection)
  const wallet = await ledger.useWallet("the descriptor", "regtest")
  await connection.raw(
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_pence, due_sats,
       rate, rate_source, rate_at, expires_at, state)
     select i, i, i, ?, i, 'address-' || i, 500, 12500, '40000', 'fixed', now(), now() + interval '1 hour', 'awaiting_payment'
     from generate_series(1, ?::int) as i`,
    [wallet.id, OPEN],
  )
})
afterAll(async () => {
  await connection.destroy()
  await dropDatabase(inject("postgresUrl"), NAME)
})

/** One look at a source that must be asked for each address; answers whom it asked for. */
async function poll(now: number, isFirst = false): Promise<string[]> {
  const asked = await ledger.invoicesToPoll({ now, sees: "addresses", isFirst, hasTipMoved: false })
  await ledger.recordObservations(
    { startedAt: now, asked, covers: "asked", previousAt: null },
    { present: [], lost: [] },
  )
  return asked.map(({ id }) => id)
}

it("asks for every invoice in the first poll after a start, and then for a bounded number, each in its turn", async () => {
  const start = Date.now() + SECOND
  expect(await poll(start, true)).toHaveLength(OPEN)

  const polls: string[][] = []
  for (let round = 1; round <= 4; round += 1) polls.push(await poll(start + round * 3 * SECOND))
  expect(polls.map(({ length }) => length)).toEqual([30, 30, 30, 30])
  expect(new Set(polls.flat()).size).toBe(OPEN)
})

it("asks at once for an invoice that there is news of, whosever turn it is", async () => {
  const now = Date.now() + 60 * SECOND
  await poll(now)
  const [hurried] = await poll(now + 3 * SECOND)
  await connection.raw("update bitcoin_invoice set poll_requested = true where id = ?", [hurried ?? ""])
  expect(await poll(now + 6 * SECOND)).toContain(hurried)
})
