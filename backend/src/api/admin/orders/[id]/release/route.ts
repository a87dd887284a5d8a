import { readPaymentStatus, releaseUnpaid } from "../../../../../orders/payment-status"
import { reasonSchema, staffRoute } from "../../../staff-route"

export const POST = staffRoute(async ({ scope, id, read, member }) => {
  const { reason } = read(reasonSchema)
  await releaseUnpaid(scope, id, await member(), reason)
  return { paymentStatus: await readPaymentStatus(scope, id) }
})
