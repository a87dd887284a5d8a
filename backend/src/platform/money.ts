import { z } from "@medusajs/framework/zod"

export const SHOP_CURRENCY = "GBP"

/** The only country that it delivers to, and whose VAT it charges. */
export const SHOP_COUNTRY = "gb"

export const toPence = (pounds: number) => Math.round(pounds * 100)

/** An amount in a row of Medusa's, as integer pence; it calculates tax unrounded. */
export const penceColumn = z.coerce.number().transform(toPence)

/** What Medusa stores of a number in the JSON column beside its own (`BigNumber`). */
export const rawOf = (value: number) => ({ value: String(value), precision: 20 })

export const rawNumber = (value: number) => JSON.stringify(rawOf(value))
