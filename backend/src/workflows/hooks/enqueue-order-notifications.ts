import { randomUUID } from "node:crypto"
import { cancelOrderWorkflow, createOrderShipmentWorkflow } from "@medusajs/medusa/core-flows"
import { OUTBOX } from "../../modules/outbox"

cancelOrderWorkflow.hooks.orderCanceled(async ({ order: { id: orderId } }, { container }) => {
  // An order that staff reinstate can be cancelled again.
  const key = `order-cancellation:${orderId}:${randomUUID()}`
  await container.resolve(OUTBOX).enqueue({ topic: "order-cancelled", key, payload: { orderId } })
})

createOrderShipmentWorkflow.hooks.shipmentCreated(async ({ shipment, additional_data }, { container }) => {
  if (additional_data?.["no_notification"] === true) return
  await container.resolve(OUTBOX).enqueue({
    topic: "order-shipped",
    key: `order-shipment:${shipment.id}`,
    payload: { fulfillmentId: shipment.id },
  })
})
