import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readOrderMails } from "../../../../../mail/order-mails"
import { pathParameter } from "../../../../../platform/http/parse"

/** `GET /admin/orders/{id}/mails`: the mails about an order and their state. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const mails = await readOrderMails(request.scope, pathParameter(request, "id"))
  response.json({ mails: mails.map(({ key: _key, data: _data, ...mail }) => mail) })
}
