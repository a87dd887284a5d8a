import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import type { ProductChange } from "./change"
import { planUpdateStep } from "./steps/plan-update"
import { saveFactsStep } from "./steps/save-facts"
import { saveNetQuantitiesStep } from "./steps/save-net-quantities"
import { setStockStep } from "./steps/set-stock"
import { setVatStep } from "./steps/set-vat"

/**
 * Changes products with all that the shop says of them, all of it or nothing. What Medusa keeps itself comes last: the
 * hooks on its own workflows look whether a food that is on sale says everything, and undo the whole where it does not.
 */
export const changeProductsWorkflow = createWorkflow(
  "change-products",
  (changes: WorkflowData<ProductChange[]>) => {
    saveFactsStep(
      transform(changes, (changes) =>
        changes.flatMap(({ productId, facts }) => (facts ? [{ productId, facts }] : [])),
      ),
    )
    saveNetQuantitiesStep(
      transform(changes, (changes) =>
        variantsOf(changes).flatMap(({ id, netQuantity }) =>
          netQuantity === undefined ? [] : [{ variantId: id, netQuantity }],
        ),
      ),
    )
    setVatStep(
      transform(changes, (changes) =>
        changes.flatMap(({ productId, vat }) => (vat ? [{ productId, vat }] : [])),
      ),
    )
    setStockStep(
      transform(changes, (changes) =>
        variantsOf(changes).flatMap(({ id, stock }) =>
          stock === undefined ? [] : [{ variantId: id, stock }],
        ),
      ),
    )
    const variants = transform(changes, (changes) =>
      variantsOf(changes).flatMap(({ id, weight, pence }) =>
        weight === undefined && pence === undefined
          ? []
          : [
              {
                id,
                ...(weight !== undefined && { title: weight }),
                ...(pence !== undefined && { prices: [{ currency_code: "gbp", amount: pence / 100 }] }),
              },
            ],
      ),
    )
    when("a-variant-changes", variants, (variants) => variants.length > 0).then(() => {
      updateProductVariantsWorkflow.runAsStep({ input: { product_variants: variants } })
    })
    const products = planUpdateStep(changes)
    updateProductsWorkflow.runAsStep({ input: transform(products, (products) => ({ products })) })
    return new WorkflowResponse(changes)
  },
)

const variantsOf = (changes: readonly ProductChange[]) => changes.flatMap(({ variants }) => variants ?? [])
