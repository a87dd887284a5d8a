import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readWithdrawal } from "../../../../../../orders/withdrawals"
import { settleWithdrawal } from "../../../../../../workflows/withdraw-order"
import { reason } from "../../../../reason"
import { staffMember } from "../../../../staff-member"
import { parseStaffInput } from "../../../../staff-input"

const bodySchema = z.strictObject({ reason })

/** `POST /admin/orders/{id}/withdrawal/settlement`: the buyer's return is settled, and they are mailed the reason. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  const body = parseStaffInput(bodySchema, req.body)
  await settleWithdrawal(req.scope, id, (await staffMember(req)).email, body.reason)
  res.json({ withdrawal: await readWithdrawal(req.scope, id) })
}
