import { StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  createProductVariantsWorkflow,
  createProductsWorkflow,
  deleteProductsWorkflow,
  updateProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../../platform/sql/query"
import { FOOD_INFORMATION } from "../../modules/food-information"
import { assertSellable } from "../../catalogue/food/assert-sellable"

/** Every change of a product ends in one of these workflows, also the admin's import and the seed. An error undoes it all. */
createProductsWorkflow.hooks.productsCreated(async ({ products }, { container }) => {
  await useDefaultShippingProfile(container, idsOf(products))
  await assertSellable(container, idsOf(products))
})

updateProductsWorkflow.hooks.productsUpdated(async ({ products }, { container }) => {
  await useDefaultShippingProfile(container, idsOf(products))
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

const productRow = z.object({ id: z.string(), shipping_profile: z.object({ id: z.string() }).nullish() })

/** Medusa's forms leave the profile optional, and what was sold without one cannot be packed. */
async function useDefaultShippingProfile(container: MedusaContainer, ids: string[]): Promise<void> {
  const products = await queryGraph(container, productRow, {
    entity: "product",
    fields: ["id", "shipping_profile.id"],
    filters: { id: ids },
  })
  const without = products.filter(({ shipping_profile }) => !shipping_profile)
  if (without.length === 0) return
  const profiles = container.resolve(Modules.FULFILLMENT)
  const [profile] = await profiles.listShippingProfiles({ type: "default" }, { select: ["id"], take: 1 })
  if (profile === undefined) return
  await container.resolve(ContainerRegistrationKeys.LINK).create(
    without.map(({ id }) => ({
      [Modules.PRODUCT]: { product_id: id },
      [Modules.FULFILLMENT]: { shipping_profile_id: profile.id },
    })),
  )
}

const idsOf = (products: readonly { id: string }[]) => products.map(({ id }) => id)
const productsOf = (variants: readonly { product_id?: string | null }[]) =>
  variants.flatMap(({ product_id }) => product_id ?? [])
