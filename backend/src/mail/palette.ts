import { readFileSync } from "node:fs"
import path from "node:path"
import { shadesOf } from "@shop/contracts/brand-colours"
import { currentBrand } from "../platform/config/current-brand"

const css = readFileSync(path.join(currentBrand.folder, "colours.css"), "utf8")
const { panel, legal, onBrand, onNight } = currentBrand.mail
const palette = (scheme: "light" | "dark") => ({
  paper: shadesOf(css, "paper-sunk")[scheme],
  card: shadesOf(css, "paper-raised")[scheme],
  line: shadesOf(css, "line")[scheme],
  ink: shadesOf(css, "ink")[scheme],
  soft: shadesOf(css, "ink-soft")[scheme],
  brand: shadesOf(css, "brand")[scheme],
  accent: shadesOf(css, scheme === "light" ? "accent" : "brand-solid")[scheme],
  panel: panel[scheme],
  legal: legal[scheme],
})

/** The storefront's colours. `DARK` replaces `LIGHT` where the mail program is in dark mode. */
export const LIGHT = palette("light")
export const DARK = palette("dark")

/** Behind the logo, in both modes, as in the storefront's header. */
export const NIGHT = shadesOf(css, "night").light
export const ON_NIGHT = onNight
export const ON_BRAND = onBrand

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, Menlo, Consolas, monospace"
