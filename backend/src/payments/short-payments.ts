import type { MedusaContainer } from "@medusajs/framework/types"
import type { ShortPayment } from "@shop/contracts/staff-payments"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { selectShortPayments } from "../platform/medusa-tables/payment-cases"

/**
 * Payments of which a part has arrived and the rest may still be sent, those that run out first at the start. They need no
 * decision: one that runs out becomes a case.
 */
export async function readShortPayments(container: MedusaContainer): Promise<ShortPayment[]> {
  const rows = await selectShortPayments(container)
  const payments = await Promise.all(
    rows.map(async ({ id, ...short }) => ({
      short,
      payment: await container.resolve(BITCOIN_PAYMENT).orderPayments.ofInvoice(id, ""),
    })),
  )
  return payments.flatMap(({ short, payment }) =>
    payment?.state === "underpaid"
      ? [{ ...short, missingSats: payment.remainingSats, until: payment.payableUntil }]
      : [],
  )
}
