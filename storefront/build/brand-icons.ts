import { shadesOf } from "@shop/contracts/brand-colours"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import sharp, { type Sharp } from "sharp"

/** The pictures of a brand that must be PNGs, with width and height, by their file in the brand's folder. */
export const ICONS = {
  "mail-logo.png": [440, 70],
  "public/art/apple-touch-icon.png": [180, 180],
  "public/art/icon-512.png": [512, 512],
  "public/art/social.png": [1200, 630],
} as const

const SOCIAL_LOGO_WIDTH = 900
/** Dots per inch at which an SVG is drawn, so that it is larger than the picture made of it. */
const DENSITY = 600

/** Draws the PNGs of a brand: its `favicon.svg` and its `logo-light.svg` on the colour `--night`. */
export async function drawIcons(folder: string): Promise<void> {
  const background = shadesOf(await readFile(join(folder, "colours.css"), "utf8"), "night").light
  const [favicon, logo] = await Promise.all(
    ["favicon.svg", "logo-light.svg"].map((name) => readFile(join(folder, "public/art", name))),
  )
  const draw = (svg: Buffer | undefined) => sharp(svg, { density: DENSITY })
  const trimmed = await draw(logo).trim().resize({ width: SOCIAL_LOGO_WIDTH }).png().toBuffer()
  const [width, height] = ICONS["public/art/social.png"]
  const pictures = {
    "mail-logo.png": draw(logo).resize(...ICONS["mail-logo.png"], { fit: "contain", background }),
    "public/art/apple-touch-icon.png": draw(favicon).resize(...ICONS["public/art/apple-touch-icon.png"]),
    "public/art/icon-512.png": draw(favicon).resize(...ICONS["public/art/icon-512.png"]),
    "public/art/social.png": sharp({ create: { width, height, channels: 3, background } }).composite([
      { input: trimmed },
    ]),
  } satisfies Record<keyof typeof ICONS, Sharp>
  await Promise.all(
    Object.entries(pictures).map(async ([file, picture]) =>
      writeFile(join(folder, file), await picture.flatten({ background }).png({ palette: true }).toBuffer()),
    ),
  )
}

// `npm run shop brand:icons -- acorn`
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [brand] = process.argv.slice(2)
  try {
    if (!brand) throw new Error("Name the folder of your brand: npm run shop brand:icons -- acorn")
    await drawIcons(join(import.meta.dirname, "../../brands", brand))
    process.stdout.write(
      `\n${Object.keys(ICONS)
        .map((file) => `  ✔ brands/${brand}/${file}\n`)
        .join("")}\n`,
    )
  } catch (error) {
    process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`)
    process.exitCode = 1
  }
}
