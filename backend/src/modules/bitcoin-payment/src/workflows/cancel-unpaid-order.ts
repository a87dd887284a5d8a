import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { BITCOIN_PAYMENT, type StoredInvoice } from "../modules/bitcoin-payment"
import type { Outcome } from "../modules/outbox"
import { queryGraph } from "./query"
import { clearPendingOrderChanges, EXECUTION_RETENTION_SECONDS } from "./order-changes"

interface Input {
  orderId: string
  /** The invoice that expired; null where something else ended the order. */
  expiredInvoiceId: string | null
  /** The member of staff who cancels it. */
  cancelledBy?: string
}

const orderRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: z.coerce.number().nullish() })),
})

/**
 * Cancels an order that is not paid in full when its reservation ends, and releases its stock. Skipped when the full amount
 * arrived first, or when another invoice paid the order; postponed while money keeps it reserved, or while the chain was not
 * polled since. Money that came in part or late stays with staff, who can reinstate the order. The caller holds the
 * payment's lock.
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  { orderId }: StoredInvoice,
): Promise<Outcome> {
  const { settlement } = container.resolve(BITCOIN_PAYMENT)
  const end = await settlement.endByClock(orderId)
  if (end.kind === "kept") return "skipped"
  if (end.kind === "later") return { notBefore: end.notBefore }
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount"],
    filters: { id: orderId },
  })
  const isCancelled = !order || order.status === "canceled"
  if (!isCancelled && order.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0))
    return "skipped"
  if (isCancelled) await settlement.markClosed(end.invoiceId, "expired")
  else await cancelUnpaidOrderWorkflow(container).run({ input: { orderId, expiredInvoiceId: end.invoiceId } })
  return "done"
}

/** Closed before the order is cancelled: subscribers of the cancellation read why. */
const closeExpiredInvoiceStep = createStep(
  "close-expired-invoice",
  async ({ expiredInvoiceId }: Input, { container }) => {
    if (expiredInvoiceId !== null)
      await container.resolve(BITCOIN_PAYMENT).settlement.markClosed(expiredInvoiceId, "expired")
    return new StepResponse(null)
  },
)

/** Medusa cancels the order, releases its stock, and leaves what is captured to be refunded. */
export const cancelOrderStep = createStep(
  "cancel-order",
  async ({ orderId, cancelledBy }: Pick<Input, "orderId" | "cancelledBy">, { container }) => {
    await clearPendingOrderChanges(container, orderId)
    await cancelOrderWorkflow(container).run({ input: { order_id: orderId, canceled_by: cancelledBy } })
    return new StepResponse(null)
  },
)

/** Rolls forward: the outbox retries a failed cancellation, and a closed invoice stays closed. */
export const cancelUnpaidOrderWorkflow = createWorkflow(
  { name: "cancel-unpaid-order", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    closeExpiredInvoiceStep(input)
    cancelOrderStep(input)
    return new WorkflowResponse(undefined)
  },
)
