import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { NON_FOOD } from "../catalogue"
import { FOOD_INFORMATION, rowOf } from "../modules/food-information"
import { queryGraph } from "../query/query"
import { readCatalogue } from "./catalogue/read-catalogue"
import type { Product } from "./catalogue/schema"
import { factsOfProduct } from "./food-facts"
import { isFoodSaid, markFoodSaid } from "./seeded-mark"

const productRow = z.object({ id: z.string(), handle: z.string() })

/** Adds the food information of these products, unless they have any. */
export async function ensureFoodInformation(
  container: MedusaContainer,
  products: readonly Product[],
): Promise<void> {
  const food = container.resolve(FOOD_INFORMATION)
  const there = await queryGraph(container, productRow, {
    entity: "product",
    fields: ["id", "handle"],
    filters: { handle: products.map(({ slug }) => slug) },
  })
  const said = await food.listFoodInformations(
    { product_id: there.map(({ id }) => id) },
    { select: ["product_id"], take: there.length },
  )
  const known = new Set(said.map(({ product_id }) => product_id))
  const rows = there
    .filter(({ id }) => !known.has(id))
    .flatMap(({ id, handle }) => {
      const product = products.find(({ slug }) => slug === handle)
      return product ? [rowOf(id, factsOfProduct(product))] : []
    })
  if (rows.length > 0) await food.createFoodInformations(rows)
  await ensureNonFoodType(container)
}

/** Creates the product type: staff select it in the product form. */
async function ensureNonFoodType(container: MedusaContainer): Promise<void> {
  const products = container.resolve(Modules.PRODUCT)
  const types = await products.listProductTypes({}, { select: ["value"] })
  if (types.some(({ value }) => value.toLowerCase() === NON_FOOD)) return
  await products.createProductTypes({ value: "Non-food" })
}

/**
 * Runs once for shops that were seeded before food information existed: it adds the food information of the demo
 * products, which stay on sale. Staff enter that of their own products.
 */
export async function sayFoodOnce(container: MedusaContainer): Promise<void> {
  if (await isFoodSaid(container)) return
  await ensureFoodInformation(container, readCatalogue().products)
  await markFoodSaid(container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info("The products of the first catalogue say what their food is.")
}
