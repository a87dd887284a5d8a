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
import { BITCOIN_PAYMENT, mayReleaseStock, type StoredInvoice } from "../modules/bitcoin-payment"
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
 * arrived first, or when another invoice paid the order. Money that came in part or late stays with staff, who can
 * reinstate the order. The caller holds the payment's lock.
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  invoice: StoredInvoice,
): Promise<"done" | "skipped"> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  // A closed invoice means that a crash interrupted the cancellation: its stock may be released, and later money is late.
  if (!mayReleaseStock(invoice) && invoice.closed !== "expired") return "skipped"
  if (!(await bitcoin.settlement.isNewest(invoice))) return "skipped"
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount"],
    filters: { id: invoice.orderId },
  })
  const isCancelled = !order || order.status === "canceled"
  if (!isCancelled && order.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0))
    return "skipped"
  if (isCancelled) await bitcoin.settlement.markClosed(invoice.id, "expired")
  else
    await cancelUnpaidOrderWorkflow(container).run({
      input: { orderId: invoice.orderId, expiredInvoiceId: invoice.id },
    })
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
