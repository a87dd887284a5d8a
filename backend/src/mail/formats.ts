const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" })
const GROUPED = new Intl.NumberFormat("en-GB")
const UK_TIME = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
})

/** `£12.50` from integer pence. */
export function pounds(pence: number): string {
  return POUNDS.format(pence / 100)
}

/** `0.00134625` from whole satoshis. */
export function btc(satoshis: bigint): string {
  const digits = satoshis.toString().padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** `0.00134625 BTC (134,625 satoshis)`: wallets ask for one or the other. */
export function bitcoinAmount(satoshis: bigint): string {
  return `${btc(satoshis)} BTC (${GROUPED.format(satoshis)} ${satoshis === 1n ? "satoshi" : "satoshis"})`
}

/** `Friday 21 November 2026 at 14:05 (UK time)` from an ISO date. */
export function ukTime(iso: string): string {
  return `${UK_TIME.format(new Date(iso))} (UK time)`
}
