import { expect, it } from "vitest"
import { dialogsOf } from "./dialogs"

const texts = { text: (key: string) => key, money: (amount: string) => amount }

const payment = (closed: string | null): Parameters<typeof dialogsOf>[0] => ({
  ...{ method: "bitcoin", actions: ["record_refund", "accept"], closed },
  ...{ arrived: "4.00", price: "5.00", currency: "GBP" },
})

it("offers what comes first at the start, and says when an order is reopened", () => {
  const [accept, refund] = dialogsOf(payment("cancelled"), texts)
  expect(accept).toMatchObject({ action: "accept", asks: "reason", reason: "optional", look: "primary" })
  expect(accept?.effect).toBe("actions.accept.effect reopens")
  expect(refund).toMatchObject({
    action: "record_refund",
    asks: "refund",
    effect: "actions.record_refund.effect",
  })
  expect(dialogsOf(payment(null), texts)[0]?.effect).toBe("actions.accept.effect")
})

it("shows what another method says of its actions, which all need a reason", () => {
  const words = { button: "Refund…", title: "Refund?", effect: "The card gets it.", confirm: "Refund" }
  const described: Parameters<typeof dialogsOf>[0] = {
    method: "card",
    actions: [{ action: "refund", asks: "refund", case_id: null, ...words }],
  }
  expect(dialogsOf(described, texts)).toEqual([
    {
      ...words,
      action: "refund",
      asks: "refund",
      caseId: null,
      reason: "required",
      look: "danger",
      done: "Refund",
    },
  ])
})
