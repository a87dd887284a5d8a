export interface Shades {
  light: string
  dark: string
}

/** A colour in a brand's `colours.css`; one value serves as both. @throws Error when the file does not name it */
export function shadesOf(css: string, token: string): Shades {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1] ?? ""
  const [light, dark] = value.match(/#[0-9a-f]{6}/gi) ?? []
  if (!light) throw new Error(`colours.css of the brand names no colour --${token}`)
  return { light, dark: dark ?? light }
}
