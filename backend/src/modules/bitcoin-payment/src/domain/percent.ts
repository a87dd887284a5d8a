/** A share in millionths, so that percentages of money stay integers: 1.5 % is 15,000. */
export type Millionths = bigint

export const WHOLE: Millionths = 1_000_000n

/** A percentage as a decimal string, to millionths. @throws RangeError unless it is 0 to below 100, at most four places. */
export function parsePercent(percent: string): Millionths {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(percent))
    throw new RangeError(`Not a percentage from 0 to below 100: '${percent}'`)
  const [whole = "", fraction = ""] = percent.split(".")
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, "0"))
}

/** The shortest decimal: 15,000 is `"1.5"`. */
export function formatPercent(share: Millionths): string {
  const fraction = (share % 10_000n).toString().padStart(4, "0").replace(/0+$/, "")
  return `${share / 10_000n}${fraction === "" ? "" : `.${fraction}`}`
}
