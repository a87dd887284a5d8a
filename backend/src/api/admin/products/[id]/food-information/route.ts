import { MedusaError } from "@medusajs/framework/utils"
import {
  saveProductFacts,
  saveProductFactsSchema,
  viewProductFacts,
} from "../../../../../catalogue/food/save-product-facts"
import { FormRejection, staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id }) => (await viewProductFacts(scope, id)) ?? unknown())

/** `POST /admin/products/{id}/food-information`: saves the form, and puts the product on sale if it says so. */
export const POST = staffRoute(async ({ scope, id, read }) => {
  const saved = await saveProductFacts(
    scope,
    id,
    read(saveProductFactsSchema, "Some of this cannot be saved yet."),
  )
  if (saved.ok) return viewProductFacts(scope, id)
  if (saved.reason === "unknown_product") return unknown()
  const errors = saved.missing.map(({ field, words }) => ({
    field: /^(facts|variants)\b/.test(field) ? field : `facts.${field}`,
    message: `Missing: ${words}.`,
  }))
  throw new FormRejection(400, saved.sentence, errors)
})

function unknown(): never {
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such product.")
}
