import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { updateStoresWorkflow } from "@medusajs/medusa/core-flows"
import { queryGraph } from "../../platform/sql/query"

const storeRow = z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullable() })

const MARK = "seeded_at"

/** The only store, which Medusa creates at the first start. */
async function readStore(container: MedusaContainer) {
  const [store] = await queryGraph(container, storeRow, { entity: "store", fields: ["id", "metadata"] })
  if (!store) throw new Error("Medusa has made no store: has `medusa db:migrate` run?")
  return store
}

/** Whether an earlier run was complete. */
export async function isSeeded(container: MedusaContainer): Promise<boolean> {
  const store = await readStore(container)
  return store.metadata?.[MARK] !== undefined
}

/** Stores that the seed is complete, and the store's defaults in the same write. */
export async function markSeeded(
  container: MedusaContainer,
  defaults: { regionId: string; locationId: string },
): Promise<void> {
  const store = await readStore(container)
  if (store.metadata?.[MARK] !== undefined) return
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        default_region_id: defaults.regionId,
        default_location_id: defaults.locationId,
        metadata: { ...store.metadata, [MARK]: new Date().toISOString() },
      },
    },
  })
}
