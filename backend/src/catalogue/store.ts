import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../platform/sql/query"

const storeRow = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  default_sales_channel_id: z.string(),
  default_region_id: z.string().nullable(),
  default_location_id: z.string().nullable(),
  supported_currencies: z.array(z.object({ currency_code: z.string() })),
})

/** The only store. @throws MedusaError before Medusa has made it, at its first start */
export async function readStore(container: MedusaContainer): Promise<z.output<typeof storeRow>> {
  const [store] = await queryGraph(container, storeRow, { entity: "store" })
  if (store) return store
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    "There is no store: `medusa db:migrate` makes it, and the seed fills it.",
  )
}

const categoryRow = z.object({ id: z.string(), handle: z.string() })

/** The ids of all categories by their handles. */
export async function readCategoryIds(container: MedusaContainer): Promise<ReadonlyMap<string, string>> {
  const categories = await queryGraph(container, categoryRow, { entity: "product_category" })
  return new Map(categories.map(({ id, handle }) => [handle, id]))
}
