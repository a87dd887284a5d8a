import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../query/query-rows"

const storeRow = z.object({ default_sales_channel_id: z.string(), default_region_id: z.string() })
const regionRow = z.object({ id: z.string(), currency_code: z.string() })

/** Where everything is sold: the store's default channel and region, as the seed or the staff set them. */
export interface Shop {
  salesChannelId: string
  regionId: string
  currencyCode: string
}

/** @throws MedusaError when the shop has not been seeded. */
export async function readShop(container: MedusaContainer): Promise<Shop> {
  const [store] = await queryRows(container, storeRow, {
    entity: "store",
    fields: ["default_sales_channel_id", "default_region_id"],
  })
  if (!store)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "There is no store: run the seed first.")
  const [region] = await queryRows(container, regionRow, {
    entity: "region",
    fields: ["id", "currency_code"],
    filters: { id: store.default_region_id },
  })
  if (!region)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The store's region is gone: set its default region in the admin.",
    )
  return {
    salesChannelId: store.default_sales_channel_id,
    regionId: region.id,
    currencyCode: region.currency_code,
  }
}
