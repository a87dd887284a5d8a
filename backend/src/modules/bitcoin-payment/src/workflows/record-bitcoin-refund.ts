import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  fromMinorUnits,
  type InvoiceState,
  type Refund,
  type StoredInvoice,
} from "../modules/bitcoin-payment"
import { refundChoice, type RefundChoice } from "medusa-payments/refund-choice"
import {
  cancelUnpaidOrderWorkflow,
  EXECUTION_RETENTION_SECONDS,
  readRefundedOrder,
  recordRefundInMedusa,
  withPaymentLocked,
} from "medusa-payments/workflows"

interface Input {
  refundId: string
  orderId: string
  sessionId: string
  isCaptured: boolean
  chosen: RefundChoice | undefined
}

const FINAL_STATES: readonly InvoiceState[] = ["expired", "cancelled", "refunded"]

export const refundSchema = z.object({
  ...{ orderId: z.string(), invoiceId: z.string(), refundId: z.string() },
  chosen: refundChoice.optional(),
})

/** Records in Medusa a refund that staff entered. Idempotent. */
export async function recordBitcoinRefund(
  container: MedusaContainer,
  { refundId, orderId, chosen }: z.output<typeof refundSchema>,
): Promise<Refund> {
  return withPaymentLocked(container, orderId, async () => {
    const { invoice, refund } = await readRefund(container, refundId)
    const { sessionId, captured: isCaptured } = invoice
    await recordRefundWorkflow(container).run({ input: { refundId, orderId, sessionId, isCaptured, chosen } })
    return refund
  })
}

async function readRefund(
  container: MedusaContainer,
  refundId: string,
): Promise<{ refund: Refund; invoice: StoredInvoice }> {
  const found = await container.resolve(BITCOIN_PAYMENT).reviewService.refund(refundId)
  if (found) return found
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${refundId}.`)
}

const recordRefundInMedusaStep = createStep(
  "record-refund-in-medusa",
  async ({ refundId, orderId, sessionId, isCaptured, chosen }: Input, { container }) => {
    const { refund, invoice } = await readRefund(container, refundId)
    if (!isCaptured || refund.medusaMinor === 0n) return new StepResponse(null)
    await recordRefundInMedusa(container, {
      id: refundId,
      kind: "bitcoin_refund",
      orderId,
      sessionId,
      amount: fromMinorUnits(refund.medusaMinor, invoice.currency),
      by: refund.by.id,
      note: "Recorded in the order's Bitcoin panel",
      chosen,
      medusaRefundId: refund.medusaRefundId,
      release: () => container.resolve(BITCOIN_PAYMENT).reviewService.releaseRefund(refundId),
    })
    return new StepResponse(null)
  },
)

/** Cancels an order that was never captured and whose money was all refunded. */
const cancelRefundedOrderStep = createStep(
  "cancel-refunded-order",
  async ({ orderId, isCaptured }: Input, { container }) => {
    if (isCaptured) return new StepResponse(null)
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
    const isOver = all.every(({ invoice }) => !invoice.captured && FINAL_STATES.includes(invoice.state))
    if (isOver && (await readRefundedOrder(container, orderId)).status !== "canceled")
      await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
    return new StepResponse(null)
  },
)

/** Rolls forward: the money was already sent, so a failure is retried and never compensated. */
const recordRefundWorkflow = createWorkflow(
  { name: "record-refund", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    recordRefundInMedusaStep(input)
    cancelRefundedOrderStep(input)
    return new WorkflowResponse(undefined)
  },
)
