import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { resendOrderMail } from "../../../../../../../mail/order-mails"
import { pathParameter } from "../../../../../../../platform/http/parse"
import { parseStaffInput } from "../../../../../staff-input"

const body = z.strictObject({ requestKey: z.uuid() })

/** `POST /admin/orders/{id}/mails/{mailId}/resend`: sends a mail again, with current data. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { requestKey } = parseStaffInput(body, request.body)
  const outcome = await resendOrderMail(request.scope, {
    orderId: pathParameter(request, "id"),
    mailId: pathParameter(request, "mailId"),
    requestKey,
  })
  if (outcome === "unknown") throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such email.")
  if (outcome === "not_resendable")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This email cannot be sent again: it is pending, it went to staff, or its buyer's data is erased.",
    )
  response.json({ queued: true })
}
