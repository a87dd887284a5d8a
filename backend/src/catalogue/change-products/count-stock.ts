import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { readUncounted } from "../../platform/medusa-tables/stock"

/**
 * From now on the stock of these sizes is counted. Medusa keeps the inventory item of a size that is no longer counted, without
 * its link, and its own step (`createProductVariantsDefaultInventoryStep`) would make a second one, which the SKU forbids.
 */
export const countStockStep = createStep(
  "count-stock",
  async (entered: string[], { container }) => {
    const variants = await readUncounted(container, { variants: entered })
    const links = variants.flatMap(({ id, freeItem }) =>
      freeItem === null
        ? []
        : [{ [Modules.PRODUCT]: { variant_id: id }, [Modules.INVENTORY]: { inventory_item_id: freeItem } }],
    )
    if (links.length > 0) await container.resolve(ContainerRegistrationKeys.LINK).create(links)
    const unmanaged = variants.flatMap(({ id, isManaged }) => (isManaged ? [] : [id]))
    if (unmanaged.length > 0)
      await container
        .resolve(Modules.PRODUCT)
        .updateProductVariants({ id: unmanaged }, { manage_inventory: true })
    return new StepResponse(null, { unmanaged, links })
  },
  async (undo, { container }) => {
    if (!undo) return
    if (undo.unmanaged.length > 0)
      await container
        .resolve(Modules.PRODUCT)
        .updateProductVariants({ id: undo.unmanaged }, { manage_inventory: false })
    if (undo.links.length > 0) await container.resolve(ContainerRegistrationKeys.LINK).dismiss(undo.links)
  },
)
