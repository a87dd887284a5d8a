import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { FOOD_INFORMATION, rowOf, type FoodFacts } from "../../../modules/food-information"

/** Writes what is declared of these products' food, over what was declared before. */
export const saveFactsStep = createStep(
  "save-facts",
  async (declared: { productId: string; facts: FoodFacts }[], { container }) => {
    const food = container.resolve(FOOD_INFORMATION)
    const before = await food.listFoodInformations(
      { product_id: declared.map(({ productId }) => productId) },
      { take: declared.length },
    )
    const ids = new Map(before.map(({ id, product_id }) => [product_id, id]))
    const rows = declared.map(({ productId, facts }) => ({
      id: ids.get(productId),
      ...rowOf(productId, facts),
    }))
    const changed = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ id, ...row }]))
    const added = rows.flatMap(({ id, ...row }) => (id === undefined ? [row] : []))
    if (changed.length > 0) await food.updateFoodInformations(changed)
    const created = added.length > 0 ? await food.createFoodInformations(added) : []
    return new StepResponse(null, { before, created: created.map(({ id }) => id) })
  },
  async (undo, { container }) => {
    if (!undo) return
    const food = container.resolve(FOOD_INFORMATION)
    if (undo.created.length > 0) await food.deleteFoodInformations(undo.created)
    if (undo.before.length > 0) await food.updateFoodInformations(undo.before)
  },
)
