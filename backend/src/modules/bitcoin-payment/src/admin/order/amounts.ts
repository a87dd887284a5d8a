import type { BitcoinPayment } from "../api"
import { decimalsOf } from "../components/formats"

/** A decimal as whole minor units: `"12.34"` of GBP are 1,234. */
export function toMinor(amount: string, currency: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".")
  return BigInt(`${whole}${fraction.padEnd(decimalsOf(currency), "0")}`)
}

export function fromMinor(amount: bigint, currency: string): string {
  return toDecimal(amount, decimalsOf(currency))
}

function toDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, "0")
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Satoshis as a decimal of bitcoin: `"12500"` is `"0.00012500"`. */
export const satsToBtc = (sats: string): string => toDecimal(BigInt(sats), 8)

/** A typed decimal, with a point or a comma, as whole units of its last place; null when it is no amount above zero. */
export function typedUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim())
  const fraction = match?.[2] ?? ""
  if (match === null || fraction.length > decimals) return null
  const units = BigInt(`${match[1] ?? ""}${fraction.padEnd(decimals, "0")}`)
  return units > 0n ? units : null
}

type Money = Pick<BitcoinPayment, "price" | "arrived" | "currency" | "missing_sats">

export function missingOf({ price, arrived, currency, missing_sats: sats }: Money) {
  if (sats === "0") return null
  const minor = toMinor(price, currency) - toMinor(arrived, currency)
  return { amount: fromMinor(minor > 0n ? minor : 0n, currency), sats }
}
