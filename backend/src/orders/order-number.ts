/** The number of an order as people write it: `12`, `#12`, `Order 12`. Null: it is none. */
export function readOrderNumber(text: string): number | null {
  const digits = /^(?:order\s*)?#?\s*(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
