import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { databaseOf } from "../../query/database"
import type { ProductChange } from "../food/change"
import { productIdsByHandle, readProductRows } from "../stock-overview/product-rows"
import type { PlannedChange } from "./planned"

/** The ids that handles and stock-keeping units have, those of the new products as well. */
export const findIdsStep = createStep("find-ids", async (planned: PlannedChange[], { container }) => {
  const database = databaseOf(container)
  const handles = planned.map(({ handle }) => handle)
  const products = await readProductRows(database, await productIdsByHandle(database, handles))
  const changes = planned.map(({ handle, variants, ...change }): ProductChange => {
    const product = products.find((one) => one.handle === handle)
    if (!product)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `There is no ${handle} to be changed.`)
    return {
      ...change,
      productId: product.id,
      variants: variants.flatMap(({ sku, ...variant }) => {
        const found = product.variants.find((one) => one.sku === sku)
        return found ? [{ id: found.id, ...variant }] : []
      }),
    }
  })
  return new StepResponse(changes)
})
