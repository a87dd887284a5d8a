import { z } from "@medusajs/framework/zod"
import { createOrderFulfillmentWorkflow } from "@medusajs/medusa/core-flows"
import { queryRows } from "../../query/query-rows"
import { assertPaid } from "../fulfilment-guard/assert-paid"

const parcelRow = z.object({ order: z.object({ id: z.string() }).nullish() })

/** Whatever road led to a parcel, one of an unpaid order is taken back with everything that its making did. */
createOrderFulfillmentWorkflow.hooks.fulfillmentCreated(async ({ fulfillment }, { container }) => {
  const [parcel] = await queryRows(container, parcelRow, {
    entity: "fulfillment",
    fields: ["order.id"],
    filters: { id: fulfillment.id },
  })
  if (parcel?.order) await assertPaid(container, parcel.order.id)
})
