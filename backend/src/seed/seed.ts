import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ExecArgs } from "@medusajs/framework/types"
import { environment } from "../config"
import { ensureAdminUser } from "./admin-user"
import { readCatalogue } from "./catalogue/read-catalogue"
import { ensureCategories } from "./categories"
import { sayFoodOnce } from "./food-information"
import { ensureProducts, removeUnfinished } from "./products"
import { ensureRegion } from "./region"
import { isSeeded, markSeeded } from "./seeded-mark"
import { ensureShipping } from "./shipping"
import { ensureStock } from "./stock"
import { ensureStockLocation } from "./stock-location"
import { ensureStore } from "./store"
import { ensureTaxRegion, ensureZeroRates } from "./tax"

/**
 * Opens the shop: store, region, VAT, delivery, shelves, the demonstration's products (SEED_GOODS) with their stock,
 * and the first member of staff.
 *
 * Every step finds what is there and adds only what is missing, so a run that was killed is finished by the next.
 * Once a run has ended, later ones leave the shop to its staff: what they deleted or renamed stays so.
 * With the argument `again` the steps run once more, for a catalogue that has grown.
 */
export default async function seed({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await ensureAdminUser(container)
  if (await isSeeded(container)) await sayFoodOnce(container)
  if ((await isSeeded(container)) && !args.includes("again")) {
    logger.info("The shop is stocked already; nothing was changed.")
    return
  }

  const catalogue = readCatalogue()
  const products = environment.SEED_GOODS === "demo" ? catalogue.products : []
  const store = await ensureStore(container)
  const taxRegion = await ensureTaxRegion(container)
  const region = await ensureRegion(container)
  const location = await ensureStockLocation(container, store.salesChannelId)
  const shippingProfileId = await ensureShipping(container, location.id)
  const categoryIds = await ensureCategories(container, catalogue.categories)
  await removeUnfinished(container)
  const inventoryItemIds = await ensureStock(container, products, location.id)
  await ensureProducts(container, products, {
    salesChannelId: store.salesChannelId,
    shippingProfileId,
    categoryIds,
    inventoryItemIds,
  })
  await ensureZeroRates(container, products, taxRegion.id)
  await markSeeded(container, { regionId: region.id, locationId: location.id })
  logger.info(`The shop is stocked: ${catalogue.categories.length} categories, ${products.length} products.`)
}
