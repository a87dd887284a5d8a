import { readPaymentStatus, releaseUnpaid } from "../../../../../orders/payment-status"
import { reasonSchema, staffRoute } from "../../../staff-route"

/** Allows an unpaid order to be fulfilled, and records who allowed it. */
export const POST = staffRoute(async ({ scope, id, read, member }) => {
  const { reason } = read(reasonSchema)
  await releaseUnpaid(scope, id, await member(), reason)
  return { paymentStatus: await readPaymentStatus(scope, id) }
})
