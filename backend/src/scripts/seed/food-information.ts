import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { NON_FOOD } from "../../catalogue"
import { FOOD_INFORMATION, rowOf } from "../../modules/food-information"
import { queryGraph } from "../../platform/sql/query"
import { readCatalogue } from "./catalogue/read-catalogue"
import { isFood, type Product } from "./catalogue/schema"
import { factsOfProduct } from "./food-facts"
import { isFoodSaid, markFoodSaid } from "./seeded-mark"

const productRow = z.object({ id: z.string(), handle: z.string() })

/** Adds the food information of these products, unless they have any. What is not food needs none. */
export async function ensureFoodInformation(
  container: MedusaContainer,
  all: readonly Product[],
): Promise<void> {
  const products = all.filter(isFood)
  if (products.length === 0) return
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
}

/**
 * Creates the type of products that are not food: staff select it in the product form.
 * @returns its id
 */
export async function ensureNonFoodType(container: MedusaContainer): Promise<string> {
  const products = container.resolve(Modules.PRODUCT)
  const types = await products.listProductTypes({}, { select: ["id", "value"] })
  const existing = types.find(({ value }) => value.toLowerCase() === NON_FOOD)
  return (existing ?? (await products.createProductTypes({ value: "Non-food" }))).id
}

/**
 * Runs once for shops that were seeded before food information existed: it adds the food information of the demo
 * products, which stay on sale. Staff enter that of their own products.
 */
export async function sayFoodOnce(container: MedusaContainer): Promise<void> {
  if (await isFoodSaid(container)) return
  await ensureFoodInformation(container, readCatalogue().products)
  await ensureNonFoodType(container)
  await markFoodSaid(container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info("The products of the first catalogue say what their food is.")
}
