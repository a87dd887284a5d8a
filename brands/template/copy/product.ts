/** After "Packed" or "Made and packed". */
export const PACKED = "in the UK"

/** An origin on the label that means: made by the shop itself, here. */
export const MADE_HERE = /^made in (?:england|scotland|wales|northern ireland|the uk|the united kingdom)\b/i

/** After "Quality guarantee", on every product's page and on the home page, like "your money back if it isn't right". Null: no more than the law. */
export const GUARANTEE: string | null = null
