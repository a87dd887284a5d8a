import { z } from "@medusajs/framework/zod"

/** Medusa's decimal pounds as integer pence. */
export const toPence = (pounds: number) => Math.round(pounds * 100)

/** Integer pence as they are written down: `1295` is `"12.95"`, `-50` is `"-0.50"`. */
export const toPounds = (pence: number) => (pence / 100).toFixed(2)

/** An amount in a row of Medusa's, as integer pence; it reckons tax unrounded. */
export const penceColumn = z.coerce.number().transform(toPence)
