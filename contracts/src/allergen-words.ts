import { ALLERGENS, type Allergen } from "./food"

/** The words for each allergen in ingredients lists (Food Standards Agency guidance). */
const WORDS: Record<Allergen, RegExp> = {
  celery: /\b(celery|celeriac)\b/i,
  "cereals containing gluten": /\b(wheat|rye|barley|oats?|spelt|kamut|semolina|malt|gluten)\b/i,
  crustaceans: /\b(prawns?|crabs?|lobsters?|crayfish|shrimps?|crustaceans?)\b/i,
  eggs: /\b(eggs?|albumen|lysozyme)\b/i,
  fish: /\b(fish|isinglass|anchov\w+)\b/i,
  lupin: /\blupins?\b/i,
  milk: /\b(milk|butter|buttermilk|cream|whey|casein\w*|lactose|yoghurt|ghee|cheese)\b/i,
  molluscs: /\b(mussels?|oysters?|squid|snails?|clams?|molluscs?)\b/i,
  mustard: /\bmustard\b/i,
  peanuts: /\b(peanuts?|groundnuts?)\b/i,
  sesame: /\b(sesame|tahini)\b/i,
  soya: /\b(soya|soy|tofu|edamame)\b/i,
  sulphites: /\b(sulphites?|sulphur dioxide|metabisulphite|E22[0-8])\b/i,
  "tree nuts": /\b(nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?)\b/i,
}

export const PLANTS_NAMED_LIKE_ALLERGENS =
  /\b(?:cocoa|shea|mango|kokum) butter\b|\bcoconut (?:milk|cream)\b|\bbutter beans?\b|\bcream of tartar\b|\bmilk thistle\b|\boyster mushrooms?\b|\bgluten[- ]free\b/gi

export const allergenWords = (text: string): Allergen[] =>
  ALLERGENS.filter((allergen) => firstMention(text, allergen) !== null)

/** The first word for the allergen in the text, and where it stands. */
export const firstMention = (text: string, allergen: Allergen) =>
  WORDS[allergen].exec(text.replace(PLANTS_NAMED_LIKE_ALLERGENS, (plant) => " ".repeat(plant.length)))
