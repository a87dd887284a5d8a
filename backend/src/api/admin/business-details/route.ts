import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../../platform/config"
import { BUSINESS_DETAILS } from "../../../modules/business-details"
import {
  editBusinessDetails,
  readDetails,
  readBusinessDetails,
} from "../../../orders/business-details/business-details"
import { sendStaffError } from "../staff-answers"
import { staffAddress } from "../staff-member"

const SHOWN_EDITS = 50

/** `GET /admin/business-details`: the business details, whether any are demo values, and the latest edits. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const [details, { demo }, edits] = await Promise.all([
    readDetails(request.scope),
    readBusinessDetails(request.scope),
    request.scope.resolve(BUSINESS_DETAILS).history(SHOWN_EDITS),
  ])
  response.json({ details, demo, edits, shopUrl: environment.PUBLIC_URL })
}

/** `POST /admin/business-details`: changes the named details. 400 lists the error of each field. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const edited = await editBusinessDetails(request.scope, request.body, await staffAddress(request))
  if (!edited.ok) {
    const sentences = edited.errors.map(({ message }) => message)
    sendStaffError(response, 400, sentences.join(" "), edited.errors)
    return
  }
  await GET(request, response)
}
