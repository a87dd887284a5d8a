import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createInventoryItemsWorkflow, createInventoryLevelsWorkflow } from "@medusajs/medusa/core-flows"
import type { Product } from "./catalogue/schema"

/** Returns the inventory item ids by SKU. Existing stock levels are never changed. */
export async function ensureStock(
  container: MedusaContainer,
  products: readonly Product[],
  locationId: string,
): Promise<ReadonlyMap<string, string>> {
  const inventory = container.resolve(Modules.INVENTORY)
  const itemIds = await ensureItems(container, products)
  const levels = await inventory.listInventoryLevels(
    { inventory_item_id: [...itemIds.values()], location_id: [locationId] },
    { select: ["inventory_item_id"], take: itemIds.size },
  )
  const counted = new Set(levels.map((level) => level.inventory_item_id))
  const missing = products.flatMap((product) => {
    const itemId = itemIds.get(product.sku)
    if (!itemId || counted.has(itemId)) return []
    return [{ inventory_item_id: itemId, location_id: locationId, stocked_quantity: product.stock }]
  })
  if (missing.length > 0) {
    await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels: missing } })
  }
  return itemIds
}

async function ensureItems(
  container: MedusaContainer,
  products: readonly Product[],
): Promise<ReadonlyMap<string, string>> {
  const existing = await findItems(container, products)
  const missing = products.filter((product) => !existing.has(product.sku))
  if (missing.length === 0) return existing
  await createInventoryItemsWorkflow(container).run({
    input: {
      items: missing.map((product) => ({
        sku: product.sku,
        title: product.name,
        weight: product.grams,
        requires_shipping: true,
      })),
    },
  })
  return findItems(container, products)
}

async function findItems(
  container: MedusaContainer,
  products: readonly Product[],
): Promise<ReadonlyMap<string, string>> {
  const inventory = container.resolve(Modules.INVENTORY)
  const items = await inventory.listInventoryItems(
    { sku: products.map((product) => product.sku) },
    { select: ["id", "sku"], take: products.length },
  )
  return new Map(items.flatMap((item) => (item.sku ? [[item.sku, item.id] as const] : [])))
}
