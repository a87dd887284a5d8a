import { shadesOf } from "../config/brand-colours"
import { currentBrand } from "../config/current-brand"

const { panel, legal, onBrand, onNight } = currentBrand.mail
const SHADES = {
  paper: shadesOf("paper-sunk"),
  card: shadesOf("paper-raised"),
  line: shadesOf("line"),
  ink: shadesOf("ink"),
  soft: shadesOf("ink-soft"),
  brand: shadesOf("brand"),
  accent: { light: shadesOf("accent").light, dark: shadesOf("brand-solid").dark },
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
export const NIGHT = shadesOf("night").light
export const ON_NIGHT = onNight
/** The words of a button. */
export const ON_BRAND = onBrand

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, Menlo, Consolas, monospace"
