import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { runStaffAction, type StaffActionRequest } from "../../../workflows/payment-review/run-staff-action"
import { staffMember } from "../staff-member"
import { answerPanelOf } from "./answer-panel"

/** One press of a button, made up by the page that shows it: however often it arrives, it is done once. */
export const key = z.string().regex(/^[\w-]{8,64}$/, "A key has 8 to 64 letters and digits.")

type What =
  | { action: Exclude<StaffActionRequest["action"], "record_refund"> }
  | Pick<Extract<StaffActionRequest, { action: "record_refund" }>, "action" | "refund">

/** Carries a decision about the invoice of this call out, and answers with how its order's payment stands then. */
export async function press(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  body: { key: string; reason?: string },
  what: What,
): Promise<void> {
  const invoiceId = req.params.id ?? ""
  const by = await staffMember(req)
  await runStaffAction(req.scope, invoiceId, {
    ...what,
    idempotencyKey: body.key,
    by,
    reason: body.reason ?? null,
  })
  await answerPanelOf(req, res, invoiceId)
}
