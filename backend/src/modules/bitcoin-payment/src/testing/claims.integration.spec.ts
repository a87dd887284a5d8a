import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkClaims } from "../application/check-claims"
import { history, type Command } from "./histories"
import { ModelDatabase } from "./model-database"
import { ModelShop } from "./model-shop"
import { perform } from "./perform"
import { always, effectsOf, predictable, sees, withoutIds } from "./random-histories"
import { HISTORY_RUNS, TEST_TIMEOUT } from "./runs"

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())

describe("a buyer's claim of payment, with a model chain", TEST_TIMEOUT, () => {
  it("5: a false claim changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(sees, history.map(predictable), async (kind, commands) => {
        const isFalse = (command: Command) =>
          command.do !== "claim" || !["the txid", "another's txid"].includes(command.text)
        const silent = await ModelShop.open(kind, database)
        await perform(
          silent,
          commands.filter((command) => command.do !== "claim"),
        )
        const expected = [await withoutIds(silent), await effectsOf(silent)]
        const shop = await ModelShop.open(kind, database)
        await perform(shop, commands.filter(isFalse))
        expect([await withoutIds(shop), await effectsOf(shop)]).toEqual(expected)
      }),
      { numRuns: HISTORY_RUNS },
    )
  })

  it("5: checking claims, true ones too, changes only the claims and which invoices are polled next", async () => {
    await always(database, async (shop) => {
      const except = { bitcoin_claim: "all", bitcoin_invoice: ["poll_requested"] } as const
      const before = await database.snapshot(except)
      shop.faults.outage = 0
      await checkClaims(database.pool, shop.processes[0].source, shop.chain.now)
      expect(await database.snapshot(except)).toEqual(before)
    })
  })
})
