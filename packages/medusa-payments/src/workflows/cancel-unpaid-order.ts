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
import { queryGraph } from "../database"
import { endOpenChange } from "./open-change"
import { EXECUTION_RETENTION_SECONDS } from "./payment-lock"

interface Input {
  orderId: string
  cancelledBy?: string
}

const orderRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: z.coerce.number().nullish() })),
})

/** What Medusa has of an order whose money did not come: only an `open` one can end unpaid. An unknown one counts as cancelled. */
export async function stateOfUnpaidOrder(
  container: MedusaContainer,
  orderId: string,
): Promise<"open" | "cancelled" | "captured"> {
  const [order] = await queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } })
  if (!order || order.status === "canceled") return "cancelled"
  const isCaptured = order.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)
  return isCaptured ? "captured" : "open"
}

/** Medusa cancels the order, releases its stock, and leaves what is captured to be refunded. */
export const cancelOrderStep = createStep(
  "cancel-order",
  async ({ orderId, cancelledBy }: Input, { container }) => {
    await endOpenChange(container, orderId)
    await cancelOrderWorkflow(container).run({ input: { order_id: orderId, canceled_by: cancelledBy } })
    return new StepResponse(null)
  },
)

/** Rolls forward: its caller retries a cancellation that failed. The caller holds the payment's lock. */
export const cancelUnpaidOrderWorkflow = createWorkflow(
  { name: "cancel-unpaid-order", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    cancelOrderStep(input)
    return new WorkflowResponse(undefined)
  },
)
