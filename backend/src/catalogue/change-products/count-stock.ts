import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../../platform/sql/query"
import { variantsOf, type ProductChange } from "./steps"

const variantRow = z.object({
  id: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  manage_inventory: z.boolean(),
  inventory_items: z.array(z.unknown()),
})

/** From now on the stock of a size is counted if its number is entered. Medusa's own switch makes no inventory item for it. */
export const countStockStep = createStep(
  "count-stock",
  async (changes: ProductChange[], { container }) => {
    const entered = variantsOf(changes).flatMap(({ id, stock }) => (stock === undefined ? [] : [id]))
    if (entered.length === 0) return new StepResponse(null, { uncounted: [], created: [], links: [] })
    const variants = await queryGraph(container, variantRow, {
      entity: "product_variant",
      fields: ["id", "title", "sku", "manage_inventory", "inventory_items.inventory_item_id"],
      filters: { id: entered },
    })
    const without = variants.filter(({ inventory_items: items }) => items.length === 0)
    const created =
      without.length === 0
        ? []
        : await container
            .resolve(Modules.INVENTORY)
            .createInventoryItems(without.map(({ sku, title }) => ({ sku, title, requires_shipping: true })))
    const links = created.map(({ id }, index) => ({
      [Modules.PRODUCT]: { variant_id: without[index]?.id },
      [Modules.INVENTORY]: { inventory_item_id: id },
    }))
    if (links.length > 0) await container.resolve(ContainerRegistrationKeys.LINK).create(links)
    const uncounted = variants.filter(({ manage_inventory: isManaged }) => !isManaged).map(({ id }) => id)
    if (uncounted.length > 0)
      await container
        .resolve(Modules.PRODUCT)
        .updateProductVariants({ id: uncounted }, { manage_inventory: true })
    return new StepResponse(null, { uncounted, created: created.map(({ id }) => id), links })
  },
  async (undo, { container }) => {
    if (!undo) return
    if (undo.uncounted.length > 0)
      await container
        .resolve(Modules.PRODUCT)
        .updateProductVariants({ id: undo.uncounted }, { manage_inventory: false })
    if (undo.links.length > 0) await container.resolve(ContainerRegistrationKeys.LINK).dismiss(undo.links)
    if (undo.created.length > 0) await container.resolve(Modules.INVENTORY).deleteInventoryItems(undo.created)
  },
)
