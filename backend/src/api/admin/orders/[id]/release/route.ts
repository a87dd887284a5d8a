import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readPaymentStatus, releaseUnpaid } from "../../../../../orders/payment-status"
import { reason } from "../../../reason"
import { staffMember } from "../../../staff-member"
import { parseStaffInput } from "../../../staff-input"

const bodySchema = z.strictObject({ reason })

/** Allows an unpaid order to be fulfilled, and records who allowed it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const body = parseStaffInput(bodySchema, req.body)
  await releaseUnpaid(req.scope, id, await staffMember(req), body.reason)
  res.json({ paymentStatus: await readPaymentStatus(req.scope, id) })
}
