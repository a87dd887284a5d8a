/** Even steps of 1, 2 or 5 up to at least `highest`, for an axis; two to five of them, whole numbers. */
export function stepsUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
