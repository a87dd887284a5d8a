import { expect, it } from "vitest"
import { missingTriggersSentence, triggersOfScripts } from "./missing-triggers"

it("every trigger that a migration script creates is checked at the start", () => {
  expect(
    triggersOfScripts()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "enqueue_amount_changed",
    "enqueue_change_undone",
    "enqueue_draft_converted",
    "enqueue_email_corrected",
    "enqueue_order_cancelled",
    "enqueue_order_changed",
    "enqueue_order_shipped",
    "keep_former_category_handle",
    "keep_former_product_handle",
    "keep_reserved_stock",
    "open_changed_order",
    "open_order_of_item",
    "open_reinstated_order",
  ])
})

it("a refused start names for each missing trigger the command that restores it", () => {
  expect(missingTriggersSentence(triggersOfScripts()).split("\n").slice(1).sort()).toEqual([
    "  npx medusa exec ./src/migration-scripts/enqueue-amount-changes.ts restores: enqueue_order_changed, enqueue_amount_changed, enqueue_change_undone",
    "  npx medusa exec ./src/migration-scripts/enqueue-order-corrections.ts restores: enqueue_email_corrected, enqueue_draft_converted",
    "  npx medusa exec ./src/migration-scripts/enqueue-order-notifications.ts restores: enqueue_order_cancelled, enqueue_order_shipped",
    "  npx medusa exec ./src/migration-scripts/keep-former-handles.ts restores: keep_former_product_handle, keep_former_category_handle",
    "  npx medusa exec ./src/migration-scripts/keep-reserved-stock.ts restores: keep_reserved_stock",
    "  npx medusa exec ./src/migration-scripts/track-open-orders.ts restores: open_order_of_item, open_reinstated_order",
    "  npx medusa exec ./src/migration-scripts/track-orders-changed.ts restores: open_changed_order",
  ])
})

it("a refused start names no script whose triggers are all there", () => {
  const lost = triggersOfScripts().filter(({ name }) => name === "enqueue_order_shipped")
  const sentence = missingTriggersSentence(lost)
  expect(sentence).toMatch(/medusa exec.*enqueue-order-notifications.*:\s+enqueue_order_shipped\s*$/m)
  expect(sentence).not.toMatch(/keep-reserved-stock|enqueue_order_cancelled/)
})
