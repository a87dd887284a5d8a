import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { resendOrderMail } from "../../../../../../../mail/sent-order-mails"
import { pathParameter } from "../../../../../../../platform/http/parse"
import { staffRoute } from "../../../../../staff-route"

const bodySchema = z.strictObject({ requestKey: z.uuid() })

/** `POST /admin/orders/{id}/mails/{mailId}/resend`: sends a mail again, with current data. */
export const POST = staffRoute(async ({ scope, id, request, read }) => {
  const { requestKey } = read(bodySchema)
  const mailId = pathParameter(request, "mailId")
  const outcome = await resendOrderMail(scope, { orderId: id, mailId, requestKey })
  if (outcome === "unknown") throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such email.")
  if (outcome === "not_resendable")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This email cannot be sent again: it is pending, it went to staff, or its buyer's data is erased.",
    )
  return { queued: true }
})
