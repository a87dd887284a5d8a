import { StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  createProductVariantsWorkflow,
  createProductsWorkflow,
  deleteProductsWorkflow,
  updateProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { FOOD_INFORMATION } from "../../modules/food-information"
import { assertSellable } from "../../catalogue/food/assert-sellable"

/**
 * Every change of a product ends in one of these workflows: the admin's forms, its bulk editor and import, the seed. An
 * error here undoes the whole change.
 */
createProductsWorkflow.hooks.productsCreated(async ({ products }, { container }) => {
  await assertSellable(container, idsOf(products))
})

updateProductsWorkflow.hooks.productsUpdated(async ({ products }, { container }) => {
  await assertSellable(container, idsOf(products))
})

createProductVariantsWorkflow.hooks.productVariantsCreated(async ({ product_variants }, { container }) => {
  await assertSellable(container, productsOf(product_variants))
})

updateProductVariantsWorkflow.hooks.productVariantsUpdated(async ({ product_variants }, { container }) => {
  await assertSellable(container, productsOf(product_variants))
})

deleteProductsWorkflow.hooks.productsDeleted(
  async ({ ids }, { container }) => {
    const food = container.resolve(FOOD_INFORMATION)
    const rows = await food.listFoodInformations({ product_id: ids }, { select: ["id"] })
    const gone = rows.map(({ id }) => id)
    if (gone.length > 0) await food.softDeleteFoodInformations(gone)
    return new StepResponse(null, gone)
  },
  async (gone, { container }) => {
    if (gone && gone.length > 0) await container.resolve(FOOD_INFORMATION).restoreFoodInformations(gone)
  },
)

const idsOf = (products: readonly { id: string }[]) => products.map(({ id }) => id)
const productsOf = (variants: readonly { product_id?: string | null }[]) =>
  variants.flatMap(({ product_id }) => product_id ?? [])
