import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { withStockLocked } from "medusa-payments/workflows"
import { queryGraph } from "../../platform/sql/query"
import { readStock } from "../../platform/medusa-tables/stock"
import { readStore } from "../store"
import { variantsOf, type ProductChange } from "./steps"

const itemRow = z.object({ variant_id: z.string(), inventory_item_id: z.string() })
const levelRow = z.object({
  inventory_item_id: z.string(),
  stocked_quantity: z.coerce.number(),
})

/** The inventory items of these variants at the shop's own location, with what is in stock there; null: no level is there yet. */
async function readLevels(container: MedusaContainer, variants: string[]) {
  const [{ default_location_id: location }, items] = await Promise.all([
    readStore(container),
    queryGraph(container, itemRow, {
      entity: "product_variant_inventory_item",
      filters: { variant_id: variants },
    }),
  ])
  if (location === null) return []
  const stored = await queryGraph(container, levelRow, {
    entity: "inventory_level",
    filters: {
      inventory_item_id: items.map(({ inventory_item_id }) => inventory_item_id),
      location_id: location,
    },
  })
  const stockOf = new Map(stored.map((level) => [level.inventory_item_id, level.stocked_quantity]))
  return items.map(({ variant_id: variantId, inventory_item_id }) => ({
    variantId,
    place: { inventory_item_id, location_id: location },
    before: stockOf.get(inventory_item_id) ?? null,
  }))
}

export const SHARED_STOCK = "It is not of this size alone: change it under Inventory."

export const setStockStep = createStep(
  "set-stock",
  async (changes: ProductChange[], { container }) => {
    const stockOf = new Map(
      variantsOf(changes).flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock] as const])),
    )
    if (stockOf.size === 0) return new StepResponse(null, { before: [], created: [] })
    const counted = await readStock(container, { variants: [...stockOf.keys()] })
    if (counted.some(({ isShared }) => isShared))
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `The stock cannot be set here. ${SHARED_STOCK}`)
    const levels = await readLevels(container, [...stockOf.keys()])
    const wanted = (isNew: boolean) =>
      levels
        .filter(({ before }) => (before === null) === isNew)
        .map(({ variantId, place }) => ({ ...place, stocked_quantity: stockOf.get(variantId) ?? 0 }))
    const [changed, missing] = [wanted(false), wanted(true)]
    const inventory = container.resolve(Modules.INVENTORY)
    const locked = levels.map(({ place }) => place.inventory_item_id)
    const created = await withStockLocked(container, locked, async () => {
      if (changed.length > 0) await inventory.updateInventoryLevels(changed)
      return missing.length > 0 ? inventory.createInventoryLevels(missing) : []
    })
    const before = levels.flatMap(({ place, before }) =>
      before === null ? [] : [{ ...place, stocked_quantity: before }],
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
