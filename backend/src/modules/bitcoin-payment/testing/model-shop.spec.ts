import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { STATE_EFFECT_KINDS } from "../domain/effects"
import { history } from "./histories"
import { ModelShop } from "./model-shop"
import { perform } from "./perform"

describe("the random histories", () => {
  it("come to every state, every deed and every fault, or the invariants would prove nothing", async () => {
    const met = new Set<string>()
    for (const [number, commands] of fc.sample(history, { numRuns: 500, seed: 1 }).entries()) {
      const shop = new ModelShop(number % 2 === 0 ? "everything" : "addresses")
      await perform(shop, commands)
      for (const { from, to } of shop.ledger.shelves.transitions) met.add(from).add(to).add(`${from} → ${to}`)
      for (const { verdict } of shop.judgements) verdict.flags.forEach((flag) => met.add(flag))
      for (const { kind } of shop.books.deeds) met.add(kind)
      for (const { status, missed } of shop.ledger.shelves.outputs.values())
        met.add(status).add(`missed ${missed} times`)
      for (const { renewal } of shop.ledger.invoices()) met.add(`renewal ${renewal}`)
    }
    const wanted = [
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
      ...["mempool", "conflicted", "gone", "missed 1 times", "renewal 1"],
      ...["confirmed → review", "review → confirmed", "seen → awaiting_payment", "expired → review"],
      ...["confirming → seen", "cancelled → review", "underpaid → review"],
      ...STATE_EFFECT_KINDS,
    ]
    expect(wanted.filter((each) => !met.has(each))).toEqual([])
  })
})
