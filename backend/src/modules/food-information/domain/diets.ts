import { DIETS, type Allergen, type Diet } from "@shop/contracts"
import { allergenWords } from "@shop/contracts/staff"
import type { FoodFacts } from "./facts"
import { ingredientsIn, type Origin } from "./known-ingredients"

/** Which foods a diet leaves out. */
interface Rule {
  allergens: readonly Allergen[]
  origins: readonly Origin[]
  /** Whether every ingredient must be known: an unknown one may come from an animal. */
  needsOrigins: boolean
}

const ANIMALS = ["fish", "crustaceans", "molluscs"] as const

const RULES: Record<Diet, Rule> = {
  vegan: {
    allergens: ["milk", "eggs", ...ANIMALS],
    origins: ["milk, eggs or bees", "gelatine", "other animals"],
    needsOrigins: true,
  },
  vegetarian: { allergens: ANIMALS, origins: ["gelatine", "other animals"], needsOrigins: true },
  "no-gelatine": { allergens: [], origins: ["gelatine"], needsOrigins: true },
  "no-milk": { allergens: ["milk"], origins: [], needsOrigins: false },
  "no-nuts": { allergens: ["peanuts", "tree nuts"], origins: [], needsOrigins: false },
  "no-sulphites": { allergens: ["sulphites"], origins: [], needsOrigins: false },
}

/**
 * Derives from what is declared which diets a food suits. It fails closed: missing data, an unknown ingredient, a declared
 * allergen or one that it may contain, or an allergen's word in the ingredients keep it out.
 * @returns null: the food belongs to the diet's group; otherwise the reason why not, for staff, without a full stop
 */
export function dietReasons(facts: FoodFacts): Record<Diet, string | null> {
  const { ingredients, allergens } = facts
  const found = ingredients === null || allergens === null ? null : ingredientsIn(ingredients)
  const named = allergenWords(ingredients ?? "")
  const reason = (diet: Diet): string | null => {
    if (!found?.length || allergens === null) return "Ingredients or allergens are missing"
    const rule = RULES[diet]
    const without = (list: readonly Allergen[]) => list.find((one) => rule.allergens.includes(one))
    const declared = without(allergens) ?? without(named)
    if (declared) return `Contains ${declared}`
    const possible = without(facts.mayContain)
    if (possible) return `May contain ${possible}`
    const excluded = found.find(({ origins }) => origins.some((origin) => rule.origins.includes(origin)))
    if (excluded) return `Contains ${excluded.name}`
    const unknown = rule.needsOrigins ? found.find((one) => one.unknown !== undefined)?.unknown : undefined
    return unknown === undefined ? null : `The shop does not know whether “${unknown}” comes from an animal`
  }
  return {
    vegan: reason("vegan"),
    vegetarian: reason("vegetarian"),
    "no-gelatine": reason("no-gelatine"),
    "no-milk": reason("no-milk"),
    "no-nuts": reason("no-nuts"),
    "no-sulphites": reason("no-sulphites"),
  }
}

/** The diets whose groups the food belongs to. */
export function dietsOf(facts: FoodFacts): Diet[] {
  const reasons = dietReasons(facts)
  return DIETS.filter((diet) => reasons[diet] === null)
}
