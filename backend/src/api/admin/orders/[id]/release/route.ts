import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readPaymentStatus, releaseUnpaid } from "../../../../../orders/payment-status"
import { reason } from "../../../reason"
import { staffMember } from "../../../staff-member"
import { staffsInput } from "../../../staffs-input"

const bodySchema = z.strictObject({ reason })

/** Lets an order go out unpaid, under the name of whoever says so. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const body = staffsInput(bodySchema, req.body)
  await releaseUnpaid(req.scope, id, await staffMember(req), body.reason)
  res.json({ paymentStatus: await readPaymentStatus(req.scope, id) })
}
