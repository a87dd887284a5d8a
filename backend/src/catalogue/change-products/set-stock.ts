import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { withStockLocked } from "medusa-payments/workflows"
import { queryGraph } from "../../platform/sql/query"
import { variantsOf, type ProductChange } from "./steps"

const storeRow = z.object({ default_location_id: z.string().nullable() })
const itemRow = z.object({ variant_id: z.string(), inventory_item_id: z.string() })
const levelRow = z.object({
  id: z.string(),
  inventory_item_id: z.string(),
  stocked_quantity: z.coerce.number(),
})

/** The inventory items of these variants with their level at the shop's own location. */
async function readLevels(container: MedusaContainer, variants: string[]) {
  const [[store], items] = await Promise.all([
    queryGraph(container, storeRow, { entity: "store" }),
    queryGraph(container, itemRow, {
      entity: "product_variant_inventory_item",
      filters: { variant_id: variants },
    }),
  ])
  const locationId = store?.default_location_id ?? null
  if (locationId === null) return []
  const stored = await queryGraph(container, levelRow, {
    entity: "inventory_level",
    filters: {
      inventory_item_id: items.map(({ inventory_item_id }) => inventory_item_id),
      location_id: locationId,
    },
  })
  const levelOf = new Map(stored.map((level) => [level.inventory_item_id, level]))
  return items.map(({ variant_id: variantId, inventory_item_id: itemId }) => {
    const level = levelOf.get(itemId)
    return {
      variantId,
      itemId,
      locationId,
      levelId: level?.id ?? null,
      before: level?.stocked_quantity ?? null,
    }
  })
}

export const setStockStep = createStep(
  "set-stock",
  async (changes: ProductChange[], { container }) => {
    const stockOf = new Map(
      variantsOf(changes).flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock] as const])),
    )
    if (stockOf.size === 0) return new StepResponse(null, { before: [], created: [] })
    const variants = [...stockOf.keys()]
    const items = await readLevels(container, variants)
    const levels = items.map((item) => ({
      inventory_item_id: item.itemId,
      location_id: item.locationId,
      stocked_quantity: stockOf.get(item.variantId) ?? 0,
      levelId: item.levelId,
      before: item.before,
    }))
    const inventory = container.resolve(Modules.INVENTORY)
    const locked = levels.map(({ inventory_item_id }) => inventory_item_id)
    const created = await withStockLocked(container, locked, async () => {
      const changed = levels.filter(({ levelId }) => levelId !== null).map(asLevel)
      if (changed.length > 0) await inventory.updateInventoryLevels(changed)
      const missing = levels.filter(({ levelId }) => levelId === null).map(asLevel)
      return missing.length > 0 ? inventory.createInventoryLevels(missing) : []
    })
    const before = levels.flatMap(({ levelId, before, ...level }) =>
      levelId === null || before === null ? [] : [{ ...asLevel(level), stocked_quantity: before }],
    )
    return new StepResponse(null, { before, created: created.map(({ id }) => id) })
  },
  async (undo, { container }) => {
    if (!undo) return
    const inventory = container.resolve(Modules.INVENTORY)
    const items = undo.before.map(({ inventory_item_id }) => inventory_item_id)
    await withStockLocked(container, items, async () => {
      if (undo.before.length > 0) await inventory.updateInventoryLevels(undo.before)
      if (undo.created.length > 0) await inventory.deleteInventoryLevels(undo.created)
    })
  },
)

const asLevel = (level: { inventory_item_id: string; location_id: string; stocked_quantity: number }) => ({
  inventory_item_id: level.inventory_item_id,
  location_id: level.location_id,
  stocked_quantity: level.stocked_quantity,
})
