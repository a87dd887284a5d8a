import { FOUNDED } from "./founded"

/** After "Packed" or "Made and packed". */
export const PACKED = `in London since ${FOUNDED}`

/** An origin on the label that means: made by the shop itself, here. */
export const MADE_HERE = /^made in (?:england|london|the uk|the united kingdom)\b/i

/** After "Quality guarantee", on every product's page and on the home page. Null: the shop promises no more than the law. */
export const GUARANTEE: string | null = "your money back if it isn't right"
