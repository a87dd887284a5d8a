/** Integer pence as pounds with two decimals, on the wire and in files: `1295` is `"12.95"`, `-50` is `"-0.50"`. */
export function toPounds(pence: number | bigint): string {
  return decimal(pence, 2)
}

/** Integer pence for display: `129500` is `"£1,295.00"`, `-50` is `"-£0.50"`. */
export function formatPence(pence: number | bigint): string {
  const [pounds = "", rest = ""] = toPounds(pence).split(".")
  return `${pence < 0 ? "-" : ""}£${inThousands(pounds.replace("-", ""))}.${rest}`
}

/** Whole satoshis as bitcoin with eight decimals, as wallets show an amount: `156250n` is `"0.00156250"`. */
export function formatBitcoin(satoshis: number | bigint): string {
  return decimal(satoshis, 8)
}

const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** A whole number with separators: `1234` is `"1,234"`. Written by hand, because creating a platform formatter is slow. */
export function inThousands(whole: number | bigint | string): string {
  return String(whole).replace(BETWEEN_THOUSANDS, ",")
}

/** `0.00134625 BTC (134,625 satoshis)`: wallets ask for one or the other. */
export function bitcoinAmount(satoshis: bigint): string {
  return `${formatBitcoin(satoshis)} BTC (${inThousands(satoshis)} ${satoshis === 1n ? "satoshi" : "satoshis"})`
}

/** `counted(1, "item")` is `"1 item"`, `counted(1234, "item")` is `"1,234 items"`. */
export function counted(count: number, noun: string): string {
  return `${inThousands(count)} ${noun}${count === 1 ? "" : "s"}`
}

/** From the digits of the integer, so that every amount is exact. @throws RangeError for a fraction */
function decimal(amount: number | bigint, places: number): string {
  const whole = BigInt(amount)
  const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, "0")
  return `${whole < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
