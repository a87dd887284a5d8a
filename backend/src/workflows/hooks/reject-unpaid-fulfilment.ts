import { z } from "@medusajs/framework/zod"
import { createOrderFulfillmentWorkflow } from "@medusajs/medusa/core-flows"
import { queryGraph } from "../../platform/sql/query"
import { assertPaid } from "../../orders/payment-status"
import { withPaymentLocked } from "medusa-payments/workflows"

const parcelRow = z.object({ order: z.object({ id: z.string() }).nullish() })

/**
 * Rejects the fulfilment of an unpaid or cancelled order, on every path. Medusa then undoes what creating it did. The lock makes it
 * wait for a cancellation by the buyer that began before the fulfilment was stored; a later one sees the fulfilment.
 */
createOrderFulfillmentWorkflow.hooks.fulfillmentCreated(async ({ fulfillment }, { container }) => {
  const [parcel] = await queryGraph(container, parcelRow, {
    entity: "fulfillment",
    fields: ["order.id"],
    filters: { id: fulfillment.id },
  })
  const orderId = parcel?.order?.id
  if (orderId !== undefined) await withPaymentLocked(container, orderId, () => assertPaid(container, orderId))
})
