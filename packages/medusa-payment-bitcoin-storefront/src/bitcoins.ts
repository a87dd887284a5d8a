/** Satoshis in digits as bitcoins: `"150000"` → `"0.00150000"`. */
export function bitcoins(satoshis: string): string {
  const digits = satoshis.padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
