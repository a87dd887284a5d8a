import { MedusaError } from "@medusajs/framework/utils"
import { readForm } from "../../../../../catalogue/food/read-form"
import { saveProductFacts, viewProductFacts } from "../../../../../catalogue/food/save-product-facts"
import { fieldErrorsOf, FormRejection, staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id }) => (await viewProductFacts(scope, id)) ?? unknown())

/** `POST /admin/products/{id}/food-information`: saves the form, and puts the product on sale if it says so. */
export const POST = staffRoute(async ({ scope, id, request }) => {
  const { form, issues } = readForm(request.body)
  const unreadable = fieldErrorsOf(issues)
  if (form === null) throw new FormRejection(400, UNREADABLE, unreadable)
  const saved = await saveProductFacts(scope, id, form, unreadable.length === 0)
  if (saved.ok) return viewProductFacts(scope, id)
  if (saved.reason === "unknown_product") return unknown()
  const missing = saved.missing.map(({ field, words }) => ({
    field: /^(facts|variants|vat)\b/.test(field) ? field : `facts.${field}`,
    message: `Missing: ${words}.`,
  }))
  const isKnown = ({ field }: (typeof missing)[number]) =>
    unreadable.some((one) => one.field === field || one.field.startsWith(`${field}.`))
  throw new FormRejection(400, saved.reason === "unreadable" ? UNREADABLE : saved.sentence, [
    ...unreadable,
    ...missing.filter((one) => !isKnown(one)),
  ])
})

const UNREADABLE = "Some of this cannot be saved yet."

function unknown(): never {
  throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such product.")
}
