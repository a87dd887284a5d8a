import { setTimeout as wait } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { databaseOf } from "../query/database"
import { loadEntries } from "./load-entries"
import { loadContext } from "./load-context"
import { readFingerprint } from "./fingerprint"
import { CatalogueReadModel } from "./read-model"
import { readCatalogueRows } from "./catalogue-rows"
import type { Snapshot } from "./snapshot"

export type { Entry } from "./entry"
export { imageAddress } from "./image-address"
export { fromCursor, listProducts, toCursor, type Listing } from "./listing"
export type { Shop } from "./shop"
export { PICTURE } from "./picture"
export { toFood } from "./to-entry"
export { FEATURED_TAG, NON_FOOD, readProductFacts, type ProductFacts } from "./product-facts"
export { readCatalogueRow } from "./catalogue-rows"
export type { Snapshot } from "./snapshot"

/** One read model for each database that this process serves. */
const readModels = new WeakMap<object, CatalogueReadModel>()

/** The catalogue as of half a second ago at most. For showing only: whatever is sold or written asks the database. */
export function currentCatalogue(container: MedusaContainer): Promise<Snapshot> {
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  let readModel = readModels.get(connection)
  if (!readModel) {
    readModel = createReadModel(container)
    readModels.set(connection, readModel)
  }
  return readModel.current()
}

function createReadModel(container: MedusaContainer): CatalogueReadModel {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const database = databaseOf(container)
  return new CatalogueReadModel({
    source: {
      fingerprint: () => readFingerprint(database),
      context: () => loadContext(container),
      rows: ({ shop }) => readCatalogueRows(database, shop.salesChannelId),
      entries: (context, rows) => loadEntries(container, context, rows),
    },
    now: () => performance.now(),
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
    onError: (error) => logger.error(`The catalogue is shown as it was: ${String(error)}`),
  })
}
