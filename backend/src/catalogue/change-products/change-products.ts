import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import {
  createProductVariantsDefaultInventoryStep,
  updateProductsWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import { planUpdateStep, saveFactsStep, saveNetQuantitiesStep, variantsOf, type ProductChange } from "./steps"
import { countStockStep } from "./count-stock"
import { setStockStep } from "./set-stock"
import { setVatStep } from "./set-vat"

/** All or nothing. Medusa's workflows run last: their hooks (hooks/keep-food-sellable.ts) may reject and undo everything. */
export const changeProductsWorkflow = createWorkflow(
  "change-products",
  (changes: WorkflowData<ProductChange[]>) => {
    saveFactsStep(changes)
    saveNetQuantitiesStep(changes)
    setVatStep(changes)
    const counted = transform(changes, (changes) =>
      variantsOf(changes).flatMap(({ id, stock }) => (stock === undefined ? [] : [id])),
    )
    countStockStep(counted)
    createProductVariantsDefaultInventoryStep({ variantIds: counted })
    setStockStep(changes)
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
