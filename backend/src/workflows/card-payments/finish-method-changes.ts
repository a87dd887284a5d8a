import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentMethod } from "@shop/contracts"
import { interruptedMethodChanges } from "../../platform/medusa-tables/order-payment"
import { findCardPayments, methodOfProvider } from "../../orders/payment-method"
import { runEach } from "../run-each"
import { changePaymentMethod } from "./change-payment-method"

const OTHER: Record<PaymentMethod, PaymentMethod> = { bitcoin: "card", card: "bitcoin" }

/** After a crash such an order would keep its stock for days: no payment of it ends. @throws MedusaError as `runEach` */
export async function finishMethodChanges(container: MedusaContainer): Promise<void> {
  if (findCardPayments(container) === null) return
  const found = await interruptedMethodChanges(container)
  await runEach("changes of a payment method", found, async ({ orderId, provider, isClosed }) => {
    const method = methodOfProvider(provider) ?? "card"
    await changePaymentMethod(container, orderId, isClosed ? OTHER[method] : method)
  })
}
