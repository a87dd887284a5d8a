import { readFileSync } from "node:fs"
import path from "node:path"
import { shadesOf } from "@shop/contracts/brand-colours"
import { currentBrand } from "../platform/config/current-brand"

const css = readFileSync(path.join(currentBrand.folder, "colours.css"), "utf8")
const { panel, legal, onBrand, onNight } = currentBrand.mail
const SHADES = {
  paper: shadesOf(css, "paper-sunk"),
  card: shadesOf(css, "paper-raised"),
  line: shadesOf(css, "line"),
  ink: shadesOf(css, "ink"),
  soft: shadesOf(css, "ink-soft"),
  brand: shadesOf(css, "brand"),
  accent: { light: shadesOf(css, "accent").light, dark: shadesOf(css, "brand-solid").dark },
  panel,
  legal,
}
type Palette = Readonly<Record<keyof typeof SHADES, string>>

const palette = (scheme: "light" | "dark"): Palette => ({
  paper: SHADES.paper[scheme],
  card: SHADES.card[scheme],
  line: SHADES.line[scheme],
  ink: SHADES.ink[scheme],
  soft: SHADES.soft[scheme],
  brand: SHADES.brand[scheme],
  accent: SHADES.accent[scheme],
  panel: SHADES.panel[scheme],
  legal: SHADES.legal[scheme],
})

/** The storefront's colours. `DARK` replaces `LIGHT` where the mail program is in dark mode. */
export const LIGHT = palette("light")
export const DARK = palette("dark")

/** Behind the logo, in both modes, as in the storefront's header. */
export const NIGHT = shadesOf(css, "night").light
export const ON_NIGHT = onNight
/** The words of a button. */
export const ON_BRAND = onBrand

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, Menlo, Consolas, monospace"
