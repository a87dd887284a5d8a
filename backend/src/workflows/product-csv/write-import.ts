import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { changeProductsWorkflow } from "../food/change-products"
import { findIdsStep } from "./find-ids"
import type { Plan } from "./planned"

interface Import {
  plan: Plan
  place: { salesChannelId: string; shippingProfileId: string | null }
}

/** Makes the new products as drafts, then changes old and new ones alike; whatever fails undoes all of it. */
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
