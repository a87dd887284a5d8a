import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { withStockLocked } from "medusa-payments/workflows"
import { querySql } from "../../platform/sql/query"
import { variantsOf, type ProductChange } from "./steps"

const itemRow = z.object({
  variantId: z.string(),
  itemId: z.string(),
  locationId: z.string(),
  levelId: z.string().nullable(),
  before: z.coerce.number().nullable(),
})

const SQL = `
select l.variant_id as "variantId", l.inventory_item_id as "itemId", s.default_location_id as "locationId",
  i.id as "levelId", i.stocked_quantity as before
from product_variant_inventory_item l
cross join (select default_location_id from store where deleted_at is null and default_location_id is not null limit 1) s
left join inventory_level i on i.inventory_item_id = l.inventory_item_id and i.location_id = s.default_location_id
  and i.deleted_at is null
where l.variant_id = any(:variants) and l.deleted_at is null`

export const setStockStep = createStep(
  "set-stock",
  async (changes: ProductChange[], { container }) => {
    const stockOf = new Map(
      variantsOf(changes).flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock] as const])),
    )
    if (stockOf.size === 0) return new StepResponse(null, { before: [], created: [] })
    const variants = [...stockOf.keys()]
    const items = await querySql(container, itemRow, SQL, { variants })
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
