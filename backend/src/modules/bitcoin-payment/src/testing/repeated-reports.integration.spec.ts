import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { history } from "./histories"
import { ModelDatabase } from "./model-database"
import { ModelShop } from "./model-shop"
import { perform } from "./perform"
import { effectsOf, predictable, sees, withoutIds } from "./random-histories"
import { HISTORY_RUNS, TEST_TIMEOUT } from "./runs"

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())

describe("what a source reports, with a model chain", TEST_TIMEOUT, () => {
  it("7: the outcome is the same when the source reports everything twice and in another order", async () => {
    await fc.assert(
      fc.asyncProperty(sees, history.map(predictable), async (kind, commands) => {
        const outcomes = []
        for (const isScrambled of [false, true]) {
          const shop = await ModelShop.open(kind, database)
          shop.faults.isScrambled = isScrambled
          await perform(shop, commands)
          const invoices = (await database.invoices()).map(
            ({ id: _id, walletId: _walletId, ...facts }) => facts,
          )
          outcomes.push({ transitions: await withoutIds(shop), effects: await effectsOf(shop), invoices })
        }
        expect(outcomes[1]).toEqual(outcomes[0])
      }),
      { numRuns: HISTORY_RUNS },
    )
  })
})
