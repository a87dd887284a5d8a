import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { currentBrand } from "../../platform/config/current-brand"
import { idRow, queryGraph } from "../../platform/sql/query"

const locationRow = z.object({ id: z.string(), sales_channels: z.array(idRow).nullish() })

const { name, street, city, postcode } = currentBrand.stockLocation
const LOCATION = {
  name,
  address: { address_1: street, city, postal_code: postcode, country_code: "GB" },
}

export async function ensureStockLocation(
  container: MedusaContainer,
  salesChannelId: string,
): Promise<{ id: string }> {
  const location = await findOrCreate(container)
  if (!location.salesChannelIds.includes(salesChannelId)) {
    await linkSalesChannelsToStockLocationWorkflow(container).run({
      input: { id: location.id, add: [salesChannelId] },
    })
  }
  return { id: location.id }
}

async function findOrCreate(container: MedusaContainer): Promise<{ id: string; salesChannelIds: string[] }> {
  const [existing] = await queryGraph(container, locationRow, {
    entity: "stock_location",
  })
  if (existing) {
    return { id: existing.id, salesChannelIds: (existing.sales_channels ?? []).map((channel) => channel.id) }
  }
  const { result } = await createStockLocationsWorkflow(container).run({ input: { locations: [LOCATION] } })
  const [created] = result
  if (!created) throw new Error("Medusa made no stock location.")
  return { id: created.id, salesChannelIds: [] }
}
