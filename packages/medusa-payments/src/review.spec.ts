import { createMedusaContainer } from "@medusajs/framework/utils"
import { expect, it } from "vitest"
import { definePaymentMethod, findOrdersWithCases, listOrdersWithCases, paymentTopics } from "./review"
import type { OpenCase, MethodDefinition } from "./review"

const container = createMedusaContainer()
const at = (minute: number) => `2026-01-05T12:${String(minute).padStart(2, "0")}:00.000Z`

const open = (orderId: string, minute: number, kind: string, reason: string): OpenCase => ({
  ...{ kind, orderId, number: 1, paymentId: orderId, since: at(minute), reasons: [reason], why: reason },
  label: { text: kind, colour: "red" },
  ...{ respondBy: null, amountMinor: null, priceMinor: 500n, bitcoin: null, actions: [], options: [] },
})

/** A method with these cases, which says for how many orders it was asked for details. */
function method(id: string, cases: readonly OpenCase[], asked: number[]): MethodDefinition {
  return {
    id,
    topics: () => ({ [`${id}-effect`]: { concurrency: 1, handle: async () => "done" } }),
    payments: async () => [],
    ordersWithCases: async () => cases,
    openCases: async (_, orderIds) => {
      asked.push(orderIds?.length ?? Infinity)
      return cases.filter(({ orderId }) => orderIds?.includes(orderId) ?? true)
    },
    closedCases: async () => [],
    orderOf: async () => null,
    perform: async () => {},
  }
}

it("lists the orders of all methods, the longest waiting first, and reads the details of twenty at most", async () => {
  const asked: number[] = []
  const many = Array.from({ length: 30 }, (_, index) => open(`order-${index}`, 10 + index, "payment", "late"))
  definePaymentMethod(method("coin", many, asked))
  const ofCards = [open("order-5", 1, "card", "disputed"), open("order-5", 2, "failing", "failing")]
  definePaymentMethod(method("card", ofCards, asked))
  expect((await findOrdersWithCases(container)).slice(0, 3).map(({ method }) => method)).toEqual([
    "card",
    "card",
    "coin",
  ])
  const { cases, has_more: hasMore } = await listOrdersWithCases(container)
  expect(hasMore).toBe(true)
  expect(cases).toHaveLength(20)
  // What matters most is the first of its reasons.
  expect(cases[0]).toMatchObject({
    ...{ order_id: "order-5", since: at(1), reasons: ["failing", "disputed", "late"] },
  })
  expect(asked).toEqual([20, 20])
  expect(Object.keys(paymentTopics(container))).toEqual(["coin-effect", "card-effect"])
})
