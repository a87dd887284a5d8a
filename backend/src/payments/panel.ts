import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import { methodOfProvider } from "../orders/payment-method"
import { readProvider } from "../platform/medusa-tables/order-payment"
import { readPaymentStatus } from "../orders/payment-status"
import { unknownOrder } from "../orders/projections"
import { readWithdrawal } from "../platform/medusa-tables/withdrawals"
import { queryGraph } from "../platform/sql/query"
import { readOpenCases } from "medusa-payments/review"

const orderRow = z.object({ display_id: z.coerce.number().int() })

/** What staff see of an order's payment beside its payments. @throws MedusaError when there is no such order */
export async function paymentPanel(container: MedusaContainer, orderId: string): Promise<PaymentPanel> {
  const [[order], paymentStatus, cases, provider, withdrawal] = await Promise.all([
    queryGraph(container, orderRow, { entity: "order", fields: ["display_id"], filters: { id: orderId } }),
    readPaymentStatus(container, orderId),
    readOpenCases(container, [orderId]),
    readProvider(container, orderId),
    readWithdrawal(container, orderId),
  ])
  if (!order || paymentStatus === null) throw unknownOrder()
  return {
    id: orderId,
    number: order.display_id,
    isCapturedByHand: methodOfProvider(provider) === undefined,
    paymentStatus,
    withdrawal,
    needsDecision: cases.length > 0,
  }
}
