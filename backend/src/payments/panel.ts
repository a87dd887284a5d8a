import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import { PROVIDERS } from "../orders/payment-method"
import { readProvider } from "../platform/medusa-tables/order-payment"
import { readPaymentStatus } from "../orders/payment-status"
import { readWithdrawal } from "../platform/medusa-tables/withdrawals"
import { queryGraph } from "../platform/sql/query"
import { cardPaymentsForStaff } from "./card-view"

const orderRow = z.object({ display_id: z.coerce.number().int() })

/** What staff see of an order's payment, beside its payments in Bitcoin. @throws MedusaError when there is no such order */
export async function paymentPanel(container: MedusaContainer, orderId: string): Promise<PaymentPanel> {
  const [[order], paymentStatus, cards, provider, withdrawal] = await Promise.all([
    queryGraph(container, orderRow, { entity: "order", fields: ["display_id"], filters: { id: orderId } }),
    readPaymentStatus(container, orderId),
    cardPaymentsForStaff(container, orderId),
    readProvider(container, orderId),
    readWithdrawal(container, orderId),
  ])
  if (!order || paymentStatus === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  return {
    id: orderId,
    number: order.display_id,
    method: provider === PROVIDERS.bitcoin ? "bitcoin" : "card",
    paymentStatus,
    withdrawal,
    cards,
  }
}
