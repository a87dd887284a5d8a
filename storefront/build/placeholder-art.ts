import { shadesOf } from "@shop/contracts/brand-colours"

const SVG = `xmlns="http://www.w3.org/2000/svg"`

type Size = readonly [width: number, height: number]

/** Width and height of each drawing, by its name in `public/art/`. */
const DRAWINGS: Readonly<Record<string, Size>> = {
  about: [800, 800],
  bitcoin: [1200, 640],
  delivery: [960, 560],
  "empty-cart": [640, 440],
  hero: [1600, 1000],
  location: [1200, 420],
  "no-image": [800, 800],
  "no-results": [640, 440],
  "not-found": [640, 440],
  "order-success": [640, 440],
}
const GOODS = [
  "category-favourites",
  "category-gifts",
  "sample-one",
  "sample-two",
  "sample-three",
  "sample-four",
]
const HEADER_LOGO = { width: 603, height: 96 }

/** Every drawing of a brand, by its file in the brand's folder. */
export const ART: Readonly<Record<string, Size>> = {
  ...Object.fromEntries(Object.entries(DRAWINGS).map(([name, size]) => [`public/art/${name}.svg`, size])),
  "public/art/check.svg": [24, 24],
  "public/art/chevron.svg": [24, 24],
  "public/art/favicon.svg": [64, 64],
  "public/art/logo-light.svg": [HEADER_LOGO.width, HEADER_LOGO.height],
}

/** @returns SVGs by file, in the brand's folder */
export function drawArt(name: string, css: string): Map<string, string> {
  const colour = (token: string) => shadesOf(css, token).light
  const palette = ["brand", "accent", "leaf"].map(colour)
  const [paper, night, onNight, lines] = ["paper-sunk", "night", "on-night", "line-strong"].map(colour)
  const art = new Map<string, string>()
  for (const [index, [file, [width, height]]] of Object.entries(DRAWINGS).entries())
    art.set(`public/art/${file}.svg`, shapes(width, height, index, palette, paper))
  for (const [index, file] of GOODS.entries())
    art.set(`seed/images/${file}.svg`, shapes(800, 800, index + 3, palette, paper))
  art.set("public/art/check.svg", line("m4.5 12.5 5 5 10-11", colour("leaf")))
  art.set("public/art/chevron.svg", line("m5.5 9 6.5 6.5L18.5 9", lines ?? ""))
  art.set("public/art/logo-light.svg", lettering(name, { ...HEADER_LOGO, colour: onNight, isAtStart: true }))
  art.set(
    "public/art/favicon.svg",
    lettering(name.slice(0, 1), { width: 64, height: 64, colour: onNight, ground: night, radius: 12 }),
  )
  return art
}

const line = (path: string, colour: string): string =>
  `<svg ${SVG} viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>\n`

/** Three shapes on a ground, in another order for every drawing. */
function shapes(
  width: number,
  height: number,
  index: number,
  palette: readonly string[],
  ground = "",
): string {
  const unit = Math.min(width, height)
  const at = (step: number) => palette[(index + step) % palette.length] ?? ""
  const [x, y] = [width / 2, height / 2]
  return `<svg ${SVG} role="img" viewBox="0 0 ${width} ${height}"><title>A placeholder</title><rect width="${width}" height="${height}" fill="${ground}"/><circle cx="${x - unit * 0.16}" cy="${y}" r="${unit * 0.2}" fill="${at(0)}"/><rect x="${x}" y="${y - unit * 0.2}" width="${unit * 0.3}" height="${unit * 0.4}" rx="${unit * 0.04}" fill="${at(1)}"/><path d="M${x - unit * 0.05} ${y + unit * 0.22}l${unit * 0.14}-${unit * 0.26} ${unit * 0.14} ${unit * 0.26}z" fill="${at(2)}"/></svg>\n`
}

interface Lettering {
  width: number
  height: number
  colour: string | undefined
  ground?: string | undefined
  radius?: number
  /** At the left edge instead of in the middle */
  isAtStart?: boolean
}

function lettering(
  words: string,
  { width, height, colour = "", ground, radius = 0, isAtStart }: Lettering,
): string {
  const size = Math.round(Math.min(height * 0.62, (width * 1.7) / Math.max(words.length, 1)))
  const text = words.replaceAll("&", "&amp;")
  const back =
    ground === undefined ? "" : `<rect width="${width}" height="${height}" rx="${radius}" fill="${ground}"/>`
  const place = isAtStart ? `x="0"` : `x="50%" text-anchor="middle"`
  return `<svg ${SVG} role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${text}</title>${back}<text ${place} y="50%" dominant-baseline="central" font-family="Georgia, serif" font-size="${size}" fill="${colour}">${text}</text></svg>\n`
}
