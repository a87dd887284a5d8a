import { setTimeout as wait } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readFingerprint } from "../platform/medusa-tables/catalogue-fingerprint"
import { readCatalogueRows } from "../platform/medusa-tables/catalogue-rows"
import { loadContext } from "./context"
import { loadEntries } from "./entries"
import { CatalogueReadModel } from "./read-model"
import type { Snapshot } from "./snapshot"

export type { Shop } from "./context"
export { toFood, type Entry } from "./entries"
export { readFeedItems } from "./feed-items"
export { fromCursor, listProducts, toCursor, type Listing } from "./listing"
export { imageAddress } from "./pictures"
export { readProductFacts, type ProductFacts } from "./product-facts"
export { readPrices, type CalculatedPrice } from "./prices"
export { pricedFor, priceOptions, readOfferedOptions, type PricedOption } from "./shipping-options"
export { sizeName } from "./size-name"
export type { Snapshot } from "./snapshot"

const readModels = new WeakMap<object, CatalogueReadModel>()

/** The catalogue, at most half a second old. For display only: sales and writes query the database. */
export const currentCatalogue = (container: MedusaContainer): Promise<Snapshot> =>
  readModelOf(container).current()

/** Resolves once this process has read the catalogue, or could not: until then no page should have to wait for it. */
export const untilCatalogueIsRead = (container: MedusaContainer): Promise<void> =>
  readModelOf(container).untilRead()

function readModelOf(container: MedusaContainer): CatalogueReadModel {
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  let readModel = readModels.get(connection)
  if (!readModel) {
    readModel = createReadModel(container)
    readModels.set(connection, readModel)
  }
  return readModel
}

function createReadModel(container: MedusaContainer): CatalogueReadModel {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return new CatalogueReadModel({
    source: {
      fingerprint: () => readFingerprint(container),
      context: () => loadContext(container),
      rows: ({ shop }) => readCatalogueRows(container, { channel: shop.salesChannelId }),
      entries: (context, rows) => loadEntries(container, context, rows),
    },
    now: () => performance.now(),
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
    onError: (error) => logger.error(`The catalogue could not be read: ${String(error)}`),
  })
}
