import { QueryClient } from "@tanstack/react-query"
import { expect, it } from "vitest"
import { panelQuery } from "./api"

it("the panel is refetched when Medusa's own page changes the order, by a cancellation for example", async () => {
  const queries = new QueryClient()
  const { queryKey } = panelQuery("order_1")
  queries.setQueryData(queryKey, {
    id: "order_1",
    number: 1,
    isCapturedByHand: false,
    paymentStatus: {
      isCancelled: false,
      outstandingPence: 500,
      duePence: 500,
      capturedPence: 0,
      refundedPence: 0,
      whyUnpaid: "This order is not paid: £5.00 is open.",
      dispute: null,
      release: null,
      mayShip: false,
      mayComplete: false,
    },
    withdrawal: null,
    needsDecision: false,
  })
  // The key that the dashboard's `useCancelOrder` invalidates.
  await queries.invalidateQueries({ queryKey: ["orders", "detail", "order_1"] })
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
