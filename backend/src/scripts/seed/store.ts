import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { updateSalesChannelsWorkflow, updateStoresWorkflow } from "@medusajs/medusa/core-flows"
import { environment } from "../../platform/config"
import { queryGraph } from "../../platform/sql/query"

const storeRow = z.object({
  id: z.string(),
  default_sales_channel_id: z.string(),
  supported_currencies: z.array(z.object({ currency_code: z.string() })),
})

/**
 * Names the store and its sales channel, and makes pounds including VAT the only currency. Medusa creates the store, its
 * channel and the linked publishable key at the first start.
 */
export async function ensureStore(container: MedusaContainer): Promise<{ salesChannelId: string }> {
  const [store] = await queryGraph(container, storeRow, {
    entity: "store",
    fields: ["id", "default_sales_channel_id", "supported_currencies.currency_code"],
  })
  if (!store) throw new Error("Medusa has made no store: has `medusa db:migrate` run?")
  const salesChannelId = store.default_sales_channel_id
  if (!store.supported_currencies.some((currency) => currency.currency_code === "gbp")) {
    await updateSalesChannelsWorkflow(container).run({
      input: {
        selector: { id: salesChannelId },
        update: { name: "Online shop", description: "The shop's own website" },
      },
    })
    // The region's flag alone is not enough: this flag makes prices VAT-inclusive.
    await updateStoresWorkflow(container).run({
      input: {
        selector: { id: store.id },
        update: {
          name: environment.SHOP_NAME,
          supported_currencies: [{ currency_code: "gbp", is_default: true, is_tax_inclusive: true }],
        },
      },
    })
  }
  return { salesChannelId }
}
