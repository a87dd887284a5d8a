import { DIET_LABELS, type FoodSummary } from "@shop/contracts"
import type { MouseEvent, ReactNode } from "react"
import { mainDiets } from "../../lib/diets"
import { Icon } from "../../ui/icon"

export const FOOD_ANCHOR = "food"

export function AllergenLine({ food }: { food: FoodSummary }) {
  return (
    <p className="allergen-line">
      <Icon name={food.allergens.length + food.mayContain.length > 0 ? "alert" : "leaf"} />
      <span>
        {allergenStatement(food)}{" "}
        <a href={`#${FOOD_ANCHOR}`} onClick={showFood}>
          Ingredients and nutrition
        </a>
      </span>
    </p>
  )
}

/** What it suits, as the shop derives it from the declared ingredients and allergens. */
export function DietLine({ diets = [] }: Pick<FoodSummary, "diets">) {
  if (diets.length === 0) return null
  return (
    <ul className="diet-line" aria-label="Diet">
      {mainDiets(diets).map((diet) => (
        <li key={diet}>
          <Icon name="check" />
          {DIET_LABELS[diet]}
        </li>
      ))}
    </ul>
  )
}

/** No navigation: that would render the page again, and its lower part may not be loaded yet. */
function showFood(event: MouseEvent<HTMLAnchorElement>): void {
  const food = document.getElementById(FOOD_ANCHOR)
  if (!food) return
  event.preventDefault()
  food.scrollIntoView()
  food.focus({ preventScroll: true })
}

export function FoodWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <p key={warning} className="food-warning">
      {warning}
    </p>
  ))
}

/** What the food contains and may contain of the 14 allergens. */
export function allergenStatement({ allergens, mayContain }: FoodSummary): ReactNode {
  const contains =
    allergens.length > 0 ? (
      <>
        Contains <strong>{allergens.join(", ")}</strong>.
      </>
    ) : (
      "Contains none of the 14 allergens."
    )
  return mayContain.length > 0 ? (
    <>
      {contains} May contain <strong>{mayContain.join(", ")}</strong>.
    </>
  ) : (
    contains
  )
}
