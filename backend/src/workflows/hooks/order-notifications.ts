import { cancelOrderWorkflow, createOrderShipmentWorkflow } from "@medusajs/medusa/core-flows"
import { OUTBOX } from "medusa-payments/modules/outbox"

// Triggers have stored the messages with Medusa's own writes: migration-scripts/enqueue-order-notifications.ts. The hooks
// spare the buyer the delay, and pass on that staff want no mail.

cancelOrderWorkflow.hooks.orderCanceled(async (_cancelled, { container }) => {
  await container.resolve(OUTBOX).wakeWorker()
})

createOrderShipmentWorkflow.hooks.shipmentCreated(async ({ shipment, additional_data }, { container }) => {
  const outbox = container.resolve(OUTBOX)
  const about = { fulfillmentId: shipment.id }
  if (additional_data?.["no_notification"] === true) await outbox.withdrawAbout("order-shipped", about)
  else await outbox.expedite("order-shipped", about)
})
