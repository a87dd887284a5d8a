/** Bitcoin with eight decimals from a whole number of satoshis: `"31250"` is `"0.00031250"`. */
export function formatSatoshis(satoshis: string): string {
  const digits = satoshis.padStart(9, "0")
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
