const SATOSHIS_PER_BITCOIN = 100_000_000n

/** Pounds per bitcoin on the wire (`"40000"`, `"40000.5"`) as integer pence. */
function penceOfRate(rate: string): bigint {
  const [whole = "0", fraction = ""] = rate.split(".")
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2))
}

/** Rounded up: the shop never charges less than the price. Integers, because `toFixed(8)` is too low for half of all prices. */
export function satoshisOf(pence: number, rate: string): bigint {
  const ratePence = penceOfRate(rate)
  if (ratePence <= 0n) throw new RangeError(`Not a rate: ${rate}`)
  return (BigInt(pence) * SATOSHIS_PER_BITCOIN + ratePence - 1n) / ratePence
}

/** A Bitcoin address in groups of four characters, so that a person can compare it. A name that people read is one group. */
export function addressGroups(address: string): string[] {
  return address.includes("@") ? [address] : (address.match(/.{1,4}/g) ?? [])
}
