import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderFulfillmentWorkflow, createOrderShipmentWorkflow } from "@medusajs/medusa/core-flows"
import { assertNoOpenChange, withPaymentLocked } from "medusa-payments/workflows"
import { assertNotWithdrawn, readDispatches } from "../../orders/parcels/dispatch"
import { readLabels } from "../../orders/parcels/tracking-number"
import { assertPaid } from "../../orders/payment-status"
import { readOrder, unknownOrder } from "../../orders/projections"
import { withParcelsLocked } from "./parcel-lock"

/** Its payment may have been disputed, undone or refunded since the order was packed. */
const assertMayLeave = (container: MedusaContainer, orderId: string) =>
  withPaymentLocked(container, orderId, async () => {
    await assertPaid(container, orderId)
    await assertNoOpenChange(container, orderId)
  })

const pieces = z.coerce.number()
const packedOrder = z.object({
  id: z.string(),
  items: z.array(
    z.object({ id: z.string(), detail: z.object({ quantity: pieces, fulfilled_quantity: pieces }) }),
  ),
})

/** Packs all that is left of an order into one parcel. Idempotent. @throws MedusaError with what staff can do */
export async function packOrder(container: MedusaContainer, orderId: string, by: string): Promise<void> {
  await withParcelsLocked(container, orderId, async () => {
    await assertNotWithdrawn(container, orderId)
    await assertMayLeave(container, orderId)
    const order = await readOrder(container, packedOrder, orderId)
    if (!order) throw unknownOrder()
    const items = order.items
      .map(({ id, detail }) => ({ id, quantity: detail.quantity - detail.fulfilled_quantity }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) return
    await createOrderFulfillmentWorkflow(container).run({
      input: { order_id: orderId, items, created_by: by },
    })
  })
}

/** Marks an order's only packed parcel as shipped, which mails the buyer. @throws MedusaError with what staff can do */
export async function sendOrder(
  container: MedusaContainer,
  orderId: string,
  { tracking, by }: { tracking: string; by: string },
): Promise<void> {
  await withParcelsLocked(container, orderId, async () => {
    await assertMayLeave(container, orderId)
    const [dispatch] = await readDispatches(container, [orderId])
    if (!dispatch) throw unknownOrder()
    const { problem, parcelId, isTracked } = dispatch
    if (problem !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, problem)
    // `#` as Medusa's admin writes it: the carrier's page follows from the number (orders/carrier.ts).
    const labels = readLabels(isTracked, [{ tracking_number: tracking, tracking_url: "#", label_url: "#" }])
    await createOrderShipmentWorkflow(container).run({
      input: { order_id: orderId, fulfillment_id: parcelId, items: [], labels, created_by: by },
    })
  })
}
