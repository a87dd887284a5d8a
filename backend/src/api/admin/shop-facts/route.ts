import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../../config"
import { SHOP_FACTS } from "../../../modules/shop-facts"
import { editShopFacts } from "../../../workflows/shop-facts/edit-shop-facts"
import { readFacts, readShopFacts } from "../../../workflows/shop-facts/read-shop-facts"
import { refuseStaff } from "../staff-answers"
import { staffAddress } from "../staff-member"

const SHOWN_EDITS = 50

/** `GET /admin/shop-facts`: who the shop is, whether any of it is made up, and who changed what lately. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const [facts, { demo }, edits] = await Promise.all([
    readFacts(request.scope),
    readShopFacts(request.scope),
    request.scope.resolve(SHOP_FACTS).history(SHOWN_EDITS),
  ])
  response.json({ facts, demo, edits, shopUrl: environment.PUBLIC_URL })
}

/** `POST /admin/shop-facts`: changes the facts it names. 400 says field by field what is wrong. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const edited = await editShopFacts(request.scope, request.body, await staffAddress(request))
  if (!edited.ok) {
    const sentences = edited.complaints.map(({ message }) => message)
    refuseStaff(response, 400, sentences.join(" "), edited.complaints)
    return
  }
  await GET(request, response)
}
