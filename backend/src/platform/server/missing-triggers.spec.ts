import { expect, it } from "vitest"
import { triggersOfScripts } from "./missing-triggers"

it("every trigger that a migration script creates is checked at the start", () => {
  expect(triggersOfScripts().sort()).toEqual([
    "enqueue_order_cancelled",
    "enqueue_order_shipped",
    "keep_reserved_stock",
    "open_order_of_item",
    "open_reinstated_order",
  ])
})
