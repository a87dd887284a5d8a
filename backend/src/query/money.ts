import { z } from "@medusajs/framework/zod"

/** Medusa's decimal pounds as integer pence. */
export const toPence = (pounds: number) => Math.round(pounds * 100)

/** An amount in a row of Medusa's, as integer pence; it calculates tax unrounded. */
export const penceColumn = z.coerce.number().transform(toPence)

/** A number as Medusa stores it in the JSON column beside its own (`BigNumber`). */
export const rawNumber = (value: number) => JSON.stringify({ value: String(value), precision: 20 })
