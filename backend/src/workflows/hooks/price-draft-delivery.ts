import { Modules } from "@medusajs/framework/utils"
import { StepResponse } from "@medusajs/framework/workflows-sdk"
import { fetchShippingOptionForDraftOrderWorkflow } from "@medusajs/medusa/core-flows"

/** Medusa asks for the price of a draft's delivery without the value of its goods, on which the price may depend. */
fetchShippingOptionForDraftOrderWorkflow.hooks.setPricingContext(async ({ order_id }, { container }) => {
  const draft = await container.resolve(Modules.ORDER).previewOrderChange(order_id)
  return new StepResponse({ item_total: Number(draft.item_total) })
})
