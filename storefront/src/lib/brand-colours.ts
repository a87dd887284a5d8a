/** The light and the dark value of a colour in a brand's `colours.css`; one value stands for both. */
export function shadesOf(css: string, token: string): readonly [light: string, dark: string] {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1] ?? ""
  const [light, dark] = value.match(/#[0-9a-f]{6}/gi) ?? []
  if (!light) throw new Error(`colours.css names no colour --${token}`)
  return [light, dark ?? light]
}
