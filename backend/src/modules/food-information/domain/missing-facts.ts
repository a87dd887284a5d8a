import type { NetQuantity } from "@shop/contracts"
import type { FoodFacts } from "./facts"

/** Missing food information: the form field, and words that follow "is missing:". */
export interface Missing {
  field: string
  words: string
}

const HONEY = /\bhoney\b/i
const INFANTS = /\binfants?\b.*\b12 months\b/i

/** For distance sales. The operator is the shop unless named; instructions and shelf life are optional. */
export function missingFacts(
  facts: FoodFacts,
  variants: readonly { id: string; weight: string; netQuantity: NetQuantity | null }[],
): Missing[] {
  const isHoney = HONEY.test(facts.legalName ?? "")
  const holdsHoney = isHoney || HONEY.test(facts.ingredients ?? "")
  const asked: [isMissing: boolean, field: string, words: string][] = [
    [facts.legalName === null, "legalName", "the name of the food"],
    [facts.ingredients === null, "ingredients", "the ingredients"],
    [facts.allergens === null, "allergens", "the allergens, or that there are none"],
    [facts.nutrition === null && !facts.isNutritionExempt, "nutrition", "the nutrition table"],
    [facts.storage === null, "storage", "how it is stored"],
    [isHoney && facts.origin === null, "origin", "the honey's country of origin"],
    [
      holdsHoney && !facts.warnings.some((warning) => INFANTS.test(warning)),
      "warnings",
      "the warning that honey is not for infants under 12 months",
    ],
    ...variants.map(({ id, weight, netQuantity }): [boolean, string, string] => [
      netQuantity === null,
      `variants.${id}.netQuantity`,
      `the net quantity of “${weight}”`,
    ]),
  ]
  return asked.flatMap(([isMissing, field, words]) => (isMissing ? [{ field, words }] : []))
}
