import { readFileSync } from "node:fs"
import path from "node:path"
import { currentBrand } from "./current-brand"

const css = readFileSync(path.join(currentBrand.folder, "colours.css"), "utf8")

/** The two values of a colour of the pages; one value stands for both. */
export function shadesOf(token: string): { light: string; dark: string } {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1] ?? ""
  const [light, dark] = value.match(/#[0-9a-f]{6}/gi) ?? []
  if (!light) throw new Error(`colours.css of the brand names no colour --${token}`)
  return { light, dark: dark ?? light }
}
