import fc from "fast-check"
import { history, type Command } from "./histories"
import type { ModelDatabase } from "./model-database"
import { ModelShop } from "./model-shop"
import { perform } from "./perform"
import { HISTORY_RUNS } from "./runs"

export const sees = fc.constantFrom("addresses" as const, "everything" as const)

/** Runs random histories, each in an empty shop, and checks a property after each. */
export async function always(
  database: ModelDatabase,
  property: (shop: ModelShop) => Promise<void>,
  histories = history,
  numRuns = HISTORY_RUNS,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(sees, histories, async (kind, commands) => {
      const shop = await ModelShop.open(kind, database)
      await perform(shop, commands)
      await property(shop)
    }),
    { numRuns },
  )
}

/** What the shop did, without the random ids. */
export async function effectsOf({ books, database }: ModelShop) {
  const indexes = new Map((await database.invoices()).map(({ id, addressIndex }) => [id, addressIndex]))
  return books.carriedOut.map(({ kind, orderId, invoiceId }) => [kind, orderId, indexes.get(invoiceId)])
}

export const withoutIds = async ({ database }: ModelShop) =>
  (await database.transitions()).map(({ index, from, to, cause }) => ({ index, from, to, cause }))

/**
 * The same history without what depends on the number of calls: crashes, races and outages. Two runs of it differ only
 * by what a property changes.
 */
export function predictable(commands: readonly Command[]): Command[] {
  return commands.flatMap((command): Command[] => {
    if (command.do === "outage") return []
    if (command.do === "race") return ([0, 1] as const).map((by) => ({ do: "poll", by, accident: null }))
    return "accident" in command ? [{ ...command, accident: null }] : [command]
  })
}
