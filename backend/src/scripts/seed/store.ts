import type { MedusaContainer } from "@medusajs/framework/types"
import { updateSalesChannelsWorkflow, updateStoresWorkflow } from "@medusajs/medusa/core-flows"
import { environment } from "../../platform/config"
import { SYNONYMS_KEY } from "../../catalogue/search/synonyms"
import { readStore } from "../../catalogue/store"

/** Medusa creates the store, its channel and the publishable key at the first start. */
export async function ensureStore(container: MedusaContainer): Promise<{ salesChannelId: string }> {
  const store = await readStore(container)
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

const MARK = "seeded_at"

export async function isSeeded(container: MedusaContainer): Promise<boolean> {
  const store = await readStore(container)
  return store.metadata?.[MARK] !== undefined
}

/** Stores that the seed is complete, and the store's defaults in the same write. */
export async function markSeeded(
  container: MedusaContainer,
  defaults: { regionId: string; locationId: string; synonyms: string },
): Promise<void> {
  const store = await readStore(container)
  if (store.metadata?.[MARK] !== undefined) return
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        default_region_id: defaults.regionId,
        default_location_id: defaults.locationId,
        metadata: { [SYNONYMS_KEY]: defaults.synonyms, ...store.metadata, [MARK]: new Date().toISOString() },
      },
    },
  })
}
