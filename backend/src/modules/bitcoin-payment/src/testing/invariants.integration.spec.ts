import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { STATE_EFFECT_KINDS } from "../domain/effects"
import { isByLightning } from "../domain/invoice"
import { changes, history, lateMoney, twoRails } from "./histories"
import {
  everyBlockIsFollowed,
  holdsNow,
  holdsWhenSettled,
  isAskedForWhatIsDue,
  silenceChangesNothing,
  singleMissChangesNothing,
} from "./invariant-checks"
import { ModelDatabase } from "./model-database"
import { ModelShop, type Sources } from "./model-shop"
import { perform } from "./perform"
import { always } from "./random-histories"
import { CHANGE_RUNS, HISTORY_RUNS, RAIL_RUNS, TEST_TIMEOUT } from "./runs"

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())

const reached: [string, typeof history, string[]][] = [
  [
    "every state, effect and fault",
    history,
    [
      ...[
        "awaiting_payment",
        "underpaid",
        "seen",
        "confirming",
        "confirmed",
        "expired",
        "review",
        "cancelled",
      ],
      ...["overpaid", "late", "several_transactions", "dust_ignored", "replaced", "undone_after_capture"],
      ...["mempool", "conflicted", "gone", "missing", "renewal 1"],
      ...["confirmed → review", "review → confirmed", "seen → awaiting_payment", "expired → review"],
      ...["confirming → seen", "cancelled → review", "underpaid → review"],
      ...STATE_EFFECT_KINDS,
    ],
  ],
  [
    "what Lightning pays, in time, late and twice",
    twoRails,
    [
      ...[
        "settled",
        "Lightning paid_twice",
        "Lightning overpaid",
        "Lightning late",
        "Lightning order_cancelled",
      ],
      ...["cannot be cancelled", "cancelled at the node", "forgotten by the node"],
      ...["conflicted beside Lightning", "gone beside Lightning"],
    ],
  ],
]

describe("the random histories", TEST_TIMEOUT, () => {
  it.each(reached)("reach %s, or the invariants would prove nothing", async (_, histories, wanted) => {
    const met = new Set<string>()
    const missed = () => wanted.filter((each) => !met.has(each))
    for (const [number, commands] of fc.sample(histories, { numRuns: 150, seed: 1 }).entries()) {
      const shop = await ModelShop.open(number % 2 === 0 ? "everything" : "addresses", database)
      await perform(shop, commands)
      for (const { from, to, cause } of await database.transitions()) {
        met.add(from).add(to).add(`${from} → ${to}`)
        for (const flag of /\((.*)\)$/.exec(cause)?.[1]?.split(", ") ?? []) met.add(flag)
      }
      for (const { id } of shop.orders)
        for (const { reasons, outputs } of await shop.review.detailsOfOrder(id)) {
          const byLightning = outputs.some(isByLightning)
          for (const reason of reasons) met.add(byLightning ? `Lightning ${reason}` : reason)
          for (const { status } of outputs) if (byLightning) met.add(`${status} beside Lightning`)
        }
      for (const { kind } of shop.books.carriedOut) met.add(kind)
      for (const { status, missing } of await database.outputs())
        met.add(status).add(missing === null ? "found" : "missing")
      for (const { isCancelled } of shop.lightning.made) if (isCancelled) met.add("cancelled at the node")
      if (shop.lightning.forgotten.size > 0) met.add("forgotten by the node")
      if (!shop.lightning.canCancel) met.add("cannot be cancelled")
      for (const { renewal } of await database.invoices()) met.add(`renewal ${renewal}`)
      if (missed().length === 0) return
    }
    expect(missed()).toEqual([])
  })
})

describe("invariants, with a model chain, crashes, outages and two watchers", TEST_TIMEOUT, () => {
  it("2, 3, 4, 6, 7, 11, 12: hold at every moment; 7, 8, 9, 10: hold once the faults are over; 6: an outage or a single miss changes nothing", async () => {
    await always(database, async (shop) => {
      await holdsNow(shop)
      await silenceChangesNothing(shop)
      await shop.settle()
      await holdsNow(shop)
      await holdsWhenSettled(shop)
      await singleMissChangesNothing(shop)
      shop.chain.now += 86_400_000
      await shop.settle()
      await holdsWhenSettled(shop)
    })
  })

  it("whatever an order came to, the polls follow its money with every block", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Sources[]>("everything", "addresses", "both"),
        fc.oneof({ weight: 4, arbitrary: lateMoney }, { weight: 1, arbitrary: history }),
        async (sources, commands) => {
          const shop = await ModelShop.open(sources, database)
          await perform(shop, commands)
          await everyBlockIsFollowed(shop)
          await shop.processes[0].processOutbox()
          await holdsNow(shop)
        },
      ),
      { numRuns: 2 * HISTORY_RUNS },
    )
  })

  it("what is paid by Lightning, on the chain or by both is credited once, whoever dies and whichever node is away", async () => {
    await always(
      database,
      async (shop) => {
        await holdsNow(shop)
        await shop.settle()
        await holdsNow(shop)
        await holdsWhenSettled(shop)
      },
      twoRails,
      RAIL_RUNS,
    )
  })

  it("an order that staff change asks for exactly what is due, whatever is paid, undone and refunded meanwhile", async () => {
    await always(
      database,
      async (shop) => {
        await holdsNow(shop)
        await shop.settle()
        await holdsNow(shop)
        await holdsWhenSettled(shop)
        await isAskedForWhatIsDue(shop)
      },
      changes,
      CHANGE_RUNS,
    )
  })
})
