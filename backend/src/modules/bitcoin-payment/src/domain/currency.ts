/** An ISO 4217 code in capital letters. */
export type Currency = string

export interface Price {
  readonly priceMinor: bigint
  readonly currency: Currency
}

/** Whether a price is below its currency's limit in whole units; false where there is no limit in its currency. */
export function isBelow(
  { priceMinor, currency }: Price,
  limits: Readonly<Partial<Record<Currency, number>>>,
): boolean {
  const limit = limits[currency]
  return limit !== undefined && priceMinor < BigInt(limit) * 10n ** BigInt(decimalsOf(currency))
}

/** Medusa writes codes in small letters. @throws RangeError when there is no such currency */
export function readCurrency(code: string): Currency {
  const currency = code.toUpperCase()
  decimalsOf(currency)
  return currency
}

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf("currency").includes(code)
}

const known = new Map<Currency, number>()

/** By ISO 4217: 2 for GBP, 0 for JPY, 3 for KWD. @throws RangeError when there is no such currency */
export function decimalsOf(currency: Currency): number {
  const cached = known.get(currency)
  if (cached !== undefined) return cached
  if (!isCurrency(currency)) throw new RangeError(`There is no currency '${currency}'`)
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  known.set(currency, decimals)
  return decimals
}

/** `"64050.00"` is 6,405,000 pence. @throws RangeError unless positive, with no more places than the currency has */
export function parseMinorUnits(text: string, currency: Currency): bigint {
  const decimals = decimalsOf(currency)
  const [whole = "", fraction = ""] = /^\d{1,12}(\.\d+)?$/.test(text) ? text.split(".") : []
  const amount = fraction.length > decimals ? 0n : BigInt(whole + fraction.padEnd(decimals, "0"))
  if (amount <= 0n) throw new RangeError(`Not a positive amount of ${currency}: '${text}'`)
  return amount
}

/** Minor units as a decimal string with all the places of the currency: 6,405,000 pence are `"64050.00"`. */
export function formatMinorUnits(amount: bigint, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const digits = amount.toString().padStart(decimals + 1, "0")
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount as Medusa has it, in whole units with decimals, as minor units: 12.34 pounds are 1,234. */
export function toMinorUnits(amount: number, currency: Currency): bigint {
  return BigInt(Math.round(amount * 10 ** decimalsOf(currency)))
}

/** Minor units as Medusa has amounts: 1,234 pence are 12.34. */
export function fromMinorUnits(amount: bigint, currency: Currency): number {
  return Number(formatMinorUnits(amount, currency))
}
