import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  StepResponse,
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { changeProductsWorkflow } from "../change-products/change-products"
import type { ProductChange } from "../change-products/steps"
import { readProductRows } from "../stock/product-rows"
import type { PlannedChange, Plan } from "./plan-line"

/** Finds the ids of products, and of the sizes of new ones by their SKU. */
const findIdsStep = createStep("find-ids", async (planned: PlannedChange[], { container }) => {
  const handles = planned.map(({ handle }) => handle)
  const products = await readProductRows(container, handles)
  const changes = planned.map(({ handle, variants, ...change }): ProductChange => {
    const product = products.find((one) => one.handle === handle)
    if (!product)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `There is no ${handle} to be changed.`)
    return {
      ...change,
      productId: product.id,
      variants: variants.flatMap((variant) => {
        if ("id" in variant) return [variant]
        const { sku, ...made } = variant
        const found = product.variants.find((one) => one.sku === sku)
        return found ? [{ id: found.id, ...made }] : []
      }),
    }
  })
  return new StepResponse(changes)
})

interface Import {
  plan: Plan
  place: { salesChannelId: string; shippingProfileId: string | null }
}

/** Creates the new products as drafts, then changes new and existing ones the same way. A failure undoes all of it. */
export const importProductTableWorkflow = createWorkflow(
  "import-product-table",
  (input: WorkflowData<Import>) => {
    when("there-are-new-products", input, ({ plan }) => plan.additions.length > 0).then(() => {
      createProductsWorkflow.runAsStep({
        input: transform(input, ({ plan, place }) => ({
          products: plan.additions.map(({ handle, title, variants }) => ({
            title,
            handle,
            status: "draft" as const,
            sales_channels: [{ id: place.salesChannelId }],
            ...(place.shippingProfileId !== null && { shipping_profile_id: place.shippingProfileId }),
            options: [{ title: "Weight", values: variants.map(({ weight }) => weight) }],
            variants: variants.map(({ sku, weight, pence }, index) => ({
              title: weight,
              sku,
              options: { Weight: weight },
              manage_inventory: true,
              allow_backorder: false,
              variant_rank: index,
              prices: [{ currency_code: "gbp", amount: pence / 100 }],
            })),
          })),
        })),
      })
    })
    const changes = findIdsStep(transform(input, ({ plan }) => plan.changes))
    changeProductsWorkflow.runAsStep({ input: changes })
    return new WorkflowResponse(changes)
  },
)
