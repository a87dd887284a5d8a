import { expect, it } from "vitest"
import { buyersReasons, reviewFlags, type ReviewedInvoice } from "./review-flags"

const invoice: ReviewedInvoice = {
  dueSats: 1000n,
  receivedSats: 1000n,
  isCaptured: false,
  closed: null,
  caseReason: "late, several_transactions",
}

it.each<[string, Partial<ReviewedInvoice>, boolean, string[]]>([
  ["late, in several transactions", {}, false, ["late", "several_transactions"]],
  ["short at the end", { receivedSats: 999n, caseReason: "short" }, false, ["short"]],
  ["short and late", { receivedSats: 999n, caseReason: "late" }, false, ["short", "late"]],
  [
    "in time, but the order was cancelled",
    { closed: "cancelled", caseReason: "short" },
    false,
    ["cancelled"],
  ],
  ["after another quote paid the order", { caseReason: "late" }, true, ["paid_twice", "late"]],
  [
    "taken back after capture, which nobody is asked to make up for",
    { receivedSats: 0n, isCaptured: true, caseReason: "replaced, undone_after_capture" },
    false,
    ["replaced", "undone_after_capture"],
  ],
  ["with no case written yet", { caseReason: "" }, false, []],
])("a payment %s", (_what, change, isPaidByAnother, flags) => {
  expect(reviewFlags({ ...invoice, ...change }, isPaidByAnother)).toEqual(flags)
})

it("tells the buyer only what concerns them, each reason once", () => {
  expect(buyersReasons(["short", "late", "dust_ignored", "late"])).toEqual(["late", "short"])
})
