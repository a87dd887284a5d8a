import { ALLERGENS, type Allergen } from "./food"

/** The words for each allergen in ingredients lists (Food Standards Agency guidance). */
const WORDS: Record<Allergen, RegExp> = {
  celery: /\b(celery|celeriac)\b/gi,
  "cereals containing gluten": /\b(wheat|rye|barley|oats?|spelt|kamut|semolina|malt|gluten)\b/gi,
  crustaceans: /\b(prawns?|crabs?|lobsters?|crayfish|shrimps?|crustaceans?)\b/gi,
  eggs: /\b(eggs?|albumen|lysozyme)\b/gi,
  fish: /\b(fish|isinglass|anchov\w+)\b/gi,
  lupin: /\blupins?\b/gi,
  milk: /\b(milk|butter|buttermilk|cream|whey|casein\w*|lactose|yoghurt|ghee|cheese)\b/gi,
  molluscs: /\b(mussels?|oysters?|squid|snails?|clams?|molluscs?)\b/gi,
  mustard: /\bmustard\b/gi,
  peanuts: /\b(peanuts?|groundnuts?)\b/gi,
  sesame: /\b(sesame|tahini)\b/gi,
  soya: /\b(soya|soy|tofu|edamame)\b/gi,
  sulphites: /\b(sulphites?|sulphur dioxide|metabisulphite|E22[0-8])\b/gi,
  "tree nuts": /\b(nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?)\b/gi,
}

export const PLANTS_NAMED_LIKE_ALLERGENS =
  /\b(?:cocoa|shea|mango|kokum) butter\b|\bcoconut (?:milk|cream)\b|\bbutter beans?\b|\bcream of tartar\b|\bmilk thistle\b|\boyster mushrooms?\b|\bgluten[- ]free\b/gi

export const allergenWords = (text: string): Allergen[] =>
  ALLERGENS.filter((allergen) => mentions(text, allergen).length > 0)

/** With spaces for each plant, so that every other word stands where it stood. */
export const withoutPlants = (text: string): string =>
  text.replace(PLANTS_NAMED_LIKE_ALLERGENS, (plant) => " ".repeat(plant.length))

/** The words for the allergen in the text, and where each stands. */
export const mentions = (text: string, allergen: Allergen): RegExpExecArray[] => [
  ...withoutPlants(text).matchAll(WORDS[allergen]),
]
