import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import {
  saveProductFactsSchema,
  saveProductFacts,
  viewProductFacts,
} from "../../../../../catalogue/food/product-facts"
import { pathParameter } from "../../../../../platform/http/parse"
import { fieldErrors, sendStaffError } from "../../../staff-answers"

/** `GET /admin/products/{id}/food-information`: all that is said of a product, and what is missing before it can be sold. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const view = await viewProductFacts(request.scope, pathParameter(request, "id"))
  if (!view) throw unknown()
  response.json(view)
}

/** `POST /admin/products/{id}/food-information`: saves the form, and puts the product on sale if it says so. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathParameter(request, "id")
  const form = saveProductFactsSchema.safeParse(request.body)
  if (!form.success) {
    sendStaffError(response, 400, "Some of this cannot be saved yet.", fieldErrors(form.error))
    return
  }
  const saved = await saveProductFacts(request.scope, id, form.data)
  if (saved.ok) {
    response.json(await viewProductFacts(request.scope, id))
    return
  }
  if (saved.reason === "unknown_product") throw unknown()
  const errors = saved.missing.map(({ field, words }) => ({
    field: /^(facts|variants)\b/.test(field) ? field : `facts.${field}`,
    message: `Missing: ${words}.`,
  }))
  sendStaffError(response, 400, saved.sentence, errors)
}

const unknown = () => new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such product.")
