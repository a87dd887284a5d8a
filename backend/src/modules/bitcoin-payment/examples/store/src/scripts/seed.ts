import type { ExecArgs } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"

/** A store with one download, sold in pounds and in yen for Bitcoin. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const {
    result: [channel],
  } = await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: "Web" }] } })
  const {
    result: [key],
  } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "Web", type: "publishable", created_by: "" }] },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channel.id] } })

  await createRegionsWorkflow(container).run({
    input: {
      regions: [region("United Kingdom", "gbp", "gb"), region("Japan", "jpy", "jp")],
    },
  })
  const [store] = await container.resolve(Modules.STORE).listStores()
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        name: "A store that takes Bitcoin",
        default_sales_channel_id: channel.id,
        supported_currencies: [{ currency_code: "gbp", is_default: true }, { currency_code: "jpy" }],
      },
    },
  })

  await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "A book to download",
          status: ProductStatus.PUBLISHED,
          sales_channels: [{ id: channel.id }],
          options: [{ title: "Format", values: ["EPUB"] }],
          variants: [
            {
              title: "EPUB",
              options: { Format: "EPUB" },
              manage_inventory: false,
              prices: [
                { currency_code: "gbp", amount: 12.34 },
                { currency_code: "jpy", amount: 2400 },
              ],
            },
          ],
        },
      ],
    },
  })
}

const PROVIDERS = ["pp_bitcoin_bitcoin", "pp_bitcoin_strict"]

function region(name: string, currency: string, country: string) {
  return { name, currency_code: currency, countries: [country], payment_providers: PROVIDERS }
}
