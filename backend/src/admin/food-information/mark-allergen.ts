import type { Allergen } from "@shop/contracts"
import { mentions, withoutPlants } from "@shop/contracts/staff"

/** Marks the allergen's own name or, where it is not named, the first word for it ("wheat"), unless one is marked. A plural is one. */
export function markAllergen(ingredients: string, allergen: Allergen): string {
  const name = allergen.replace(/s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const byName = new RegExp(`(?<![\\p{L}*])${name}s?(?![\\p{L}*])`, "iu")
  const marked = [...ingredients.matchAll(/\*\*([^*]*)\*\*/g)].map(([, words = ""]) => words)
  const firstIn = (text: string) => byName.exec(withoutPlants(text)) ?? mentions(text, allergen)[0]
  if (marked.some((words) => firstIn(words) !== undefined)) return ingredients
  const found = firstIn(ingredients)
  if (found === undefined) return ingredients
  const [word] = found
  return `${ingredients.slice(0, found.index)}**${word}**${ingredients.slice(found.index + word.length)}`
}
