import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { NON_FOOD } from "../catalogue"
import { FOOD_INFORMATION, rowOf } from "../modules/food-information"
import { queryRows } from "../query/query-rows"
import { readCatalogue } from "./catalogue/read-catalogue"
import type { Product } from "./catalogue/schema"
import { factsOfProduct } from "./food-facts"
import { isFoodSaid, markFoodSaid } from "./seeded-mark"

const productRow = z.object({ id: z.string(), handle: z.string() })

/** Says of each of these products what its food is, where nobody has said anything yet. */
export async function ensureFoodInformation(
  container: MedusaContainer,
  products: readonly Product[],
): Promise<void> {
  const food = container.resolve(FOOD_INFORMATION)
  const there = await queryRows(container, productRow, {
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

/** Staff find it in the product's form and need not know its spelling. */
async function ensureNonFoodType(container: MedusaContainer): Promise<void> {
  const products = container.resolve(Modules.PRODUCT)
  const types = await products.listProductTypes({}, { select: ["value"] })
  if (types.some(({ value }) => value.toLowerCase() === NON_FOOD)) return
  await products.createProductTypes({ value: "Non-food" })
}

/**
 * Once, for a shop that was stocked before food information had a place: its products of the demonstration catalogue
 * are told theirs, and stay on sale. What staff have added themselves waits for them to say it.
 */
export async function sayFoodOnce(container: MedusaContainer): Promise<void> {
  if (await isFoodSaid(container)) return
  await ensureFoodInformation(container, readCatalogue().products)
  await markFoodSaid(container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info("The products of the first catalogue say what their food is.")
}
