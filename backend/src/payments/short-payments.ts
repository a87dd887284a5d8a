import type { MedusaContainer } from "@medusajs/framework/types"
import type { ShortPayment } from "@shop/contracts/staff-payments"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { selectShortPayments } from "../platform/medusa-tables/payment-cases"

/** Partly paid, with time left, the soonest to run out first. Nothing to decide: one that runs out becomes a case. */
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
