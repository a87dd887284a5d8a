import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ExecArgs } from "@medusajs/framework/types"
import { ensureNonFoodTypes } from "../../catalogue/change-products/steps"
import { environment } from "../../platform/config"
import { ensureAdminUser } from "./admin-user"
import { readCatalogue, readSeedSynonyms } from "./catalogue/read-catalogue"
import { ensureCategories } from "./categories"
import { ensureProducts, removeUnfinished } from "./products"
import { ensureRegion, ensureTaxRegion } from "./region"
import { ensureShipping } from "./shipping"
import { ensureStock } from "./stock"
import { ensureStockLocation } from "./stock-location"
import { ensureStore, isSeeded, markSeeded } from "./store"

/**
 * Every step adds only what is missing and completes an interrupted run. After a complete run nothing changes, also
 * what staff deleted or renamed; the argument `again` repeats the steps for new catalogue entries. SEED_GOODS says
 * whether products come with stock.
 */
export default async function seed({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await ensureAdminUser(container)
  if ((await isSeeded(container)) && !args.includes("again")) {
    logger.info("The shop is stocked already; nothing was changed.")
    return
  }

  const catalogue = readCatalogue()
  const categories = environment.SEED_GOODS === "none" ? [] : catalogue.categories
  const products = environment.SEED_GOODS === "all" ? catalogue.products : []
  const store = await ensureStore(container)
  await ensureTaxRegion(container)
  const region = await ensureRegion(container)
  const location = await ensureStockLocation(container, store.salesChannelId)
  const shippingProfileId = await ensureShipping(container, location.id)
  const categoryIds = await ensureCategories(container, categories)
  await removeUnfinished(container)
  const inventoryItemIds = await ensureStock(container, products, location.id)
  const [nonFoodTypeId] = await ensureNonFoodTypes(container)
  await ensureProducts(container, products, {
    salesChannelId: store.salesChannelId,
    shippingProfileId,
    nonFoodTypeId,
    categoryIds,
    inventoryItemIds,
  })
  await markSeeded(container, {
    regionId: region.id,
    locationId: location.id,
    synonyms: products.length > 0 ? readSeedSynonyms() : "",
  })
  logger.info(`The shop is stocked: ${categories.length} categories, ${products.length} products.`)
}
