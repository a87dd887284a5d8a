import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "@medusajs/framework/zod"
import { readProductFacts } from "../../catalogue"
import { missingFacts, netQuantityIn, type Missing } from "../../modules/food-information"
import { databaseOf } from "../../query/database"
import { refusalSentence } from "./assert-sellable"
import { changeProductsWorkflow } from "./change-products"
import type { saveProductFactsSchema } from "./form"
import { underFactsLock } from "./under-facts-lock"

type Saved =
  | { ok: true }
  | { ok: false; reason: "unknown_product" }
  | { ok: false; reason: "not_sellable"; sentence: string; missing: readonly Missing[] }

/** Saves the product's form, all of it or nothing; a food on sale keeps everything it has to say. */
export function saveProductFacts(
  container: MedusaContainer,
  productId: string,
  form: z.output<typeof saveProductFactsSchema>,
): Promise<Saved> {
  return underFactsLock(container, async () => {
    const [before] = await readProductFacts(databaseOf(container), [productId])
    if (!before) return { ok: false, reason: "unknown_product" }
    const variants = before.variants.map((variant) => {
      const declared = form.variants.find(({ id }) => id === variant.id)
      const weight = declared?.weight ?? variant.weight
      const stated = declared ? declared.netQuantity : variant.stated
      return { id: variant.id, weight, netQuantity: stated ?? netQuantityIn(weight) }
    })
    const missing = before.isFood ? missingFacts(form.facts, variants) : []
    if (missing.length > 0 && (form.publish || before.status === "published"))
      return {
        ok: false,
        reason: "not_sellable",
        missing,
        sentence: refusalSentence({ title: before.title, missing }),
      }
    const known = new Map(before.variants.map((variant) => [variant.id, variant]))
    await changeProductsWorkflow(container).run({
      input: [
        {
          productId,
          facts: form.facts,
          badge: form.badge,
          isFeatured: form.isFeatured,
          ...(form.vat && { vat: form.vat }),
          ...(form.publish && { status: "published" as const }),
          variants: form.variants
            .filter(({ id }) => known.has(id))
            .map(({ id, weight, netQuantity }) => ({
              id,
              netQuantity,
              ...(weight !== known.get(id)?.weight && { weight }),
            })),
        },
      ],
    })
    return { ok: true }
  })
}
