import { z } from "@medusajs/framework/zod"
import { createOrderFulfillmentWorkflow } from "@medusajs/medusa/core-flows"
import { queryGraph } from "../../query/query"
import { assertPaid } from "../../orders/payment-status"

const parcelRow = z.object({ order: z.object({ id: z.string() }).nullish() })

/** Rejects the fulfilment of an unpaid order, on every path. Medusa then undoes what creating it did. */
createOrderFulfillmentWorkflow.hooks.fulfillmentCreated(async ({ fulfillment }, { container }) => {
  const [parcel] = await queryGraph(container, parcelRow, {
    entity: "fulfillment",
    fields: ["order.id"],
    filters: { id: fulfillment.id },
  })
  if (parcel?.order) await assertPaid(container, parcel.order.id)
})
