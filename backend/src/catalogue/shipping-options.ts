import type { MedusaContainer } from "@medusajs/framework/types"
import { readOptionRows, type ShippingOptionRow } from "../platform/medusa-tables/shipping-options"
import { toPence } from "../platform/money"
import { readPrices } from "./prices"

/** For goods that cost `from` pence or more after discounts, Medusa's `item_total`. */
interface Price {
  readonly from: number
  readonly pence: number
  readonly isTaxInclusive: boolean
}

export interface PricedOption extends Price {
  /** The prices of dearer goods, ascending. */
  readonly conditional: readonly Price[]
}

type OfferedOption = ShippingOptionRow & PricedOption
type Prices = Awaited<ReturnType<typeof readPrices>>
type Where = Pick<Parameters<typeof readPrices>[2], "regionId" | "currency">

/** One for each type code: of several the oldest with a price, as in an order. */
export async function readOfferedOptions(
  container: MedusaContainer,
  where: Where,
  atMost?: number,
): Promise<OfferedOption[]> {
  const rows = await readOptionRows(container, { code: null })
  const options = await priceOptions(container, rows, { where, atMost })
  return options.filter(({ code }, index) => options.findIndex((one) => one.code === code) === index)
}

/**
 * Asks Medusa at each value of the goods where a price can change, up to `atMost` pence. `base`: the prices at 0, if they are known.
 * An option that has none at one of these values is missing.
 */
export async function priceOptions(
  container: MedusaContainer,
  rows: readonly ShippingOptionRow[],
  { where, atMost = Infinity, base }: { where: Where; atMost?: number | undefined; base?: Prices },
): Promise<OfferedOption[]> {
  const sets = rows.map(({ priceSetId }) => priceSetId)
  const values = new Set(
    [0, ...rows.flatMap(({ thresholds }) => thresholds)].filter((from) => from <= atMost),
  )
  const asked = [...values].sort((one, other) => one - other)
  const answers = await Promise.all(
    asked.map(async (from) => {
      const known = from === 0 ? base : undefined
      return {
        from,
        prices: known ?? (await readPrices(container, sets, { ...where, itemTotal: from / 100 })),
      }
    }),
  )
  return rows.flatMap((row) => {
    const all = answers.flatMap(({ from, prices }): Price[] => {
      const price = prices.get(row.priceSetId)
      return price ? [{ from, pence: toPence(price.amount), isTaxInclusive: price.isTaxInclusive }] : []
    })
    const [lowest, ...conditional] = all.filter(({ pence }, index) => pence !== all[index - 1]?.pence)
    return lowest && all.length === answers.length ? [{ ...row, ...lowest, conditional }] : []
  })
}

/** The option at its price for goods that cost this many pence after discounts. */
export const pricedFor = <Option extends PricedOption>(option: Option, goodsPence: number): Option => ({
  ...option,
  ...option.conditional.filter(({ from }) => from <= goodsPence).at(-1),
})
