import { readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import subsetFont from "subset-font"

const FOLDER = join(import.meta.dirname, "../src/ui/fonts")
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join("")
/** What English text and this shop's own words are written with; `fonts.css` names the same range. */
const LETTERS = `${ASCII}\u00a0£€©®°·×½¼¾éÉ–—‘’“”…•→←≈−`

/** What the styles ask for, and what writing looks right with. */
const FEATURES = ["kern", "liga", "ccmp", "lnum", "tnum"]

const FONTS = [
  { file: "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2" },
  {
    file: "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]

/** The part of each font that every page needs, by the name of its file. */
export async function coreFonts(): Promise<Map<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url)
  const fonts = FONTS.map(async ({ file, ...options }) => {
    const whole = await readFile(resolve(file))
    const core = await subsetFont(whole, LETTERS, {
      targetFormat: "woff2",
      // Hints serve small letters on coarse screens; the display face has none such, and they are a third of it.
      noHinting: true,
      keepFeatures: FEATURES,
      ...options,
    })
    return [basename(file).replace("-latin-", "-core-"), core] as const
  })
  return new Map(await Promise.all(fonts))
}

// `npm run fonts -w storefront`, after another version of a font or another weight
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [name, content] of await coreFonts()) await writeFile(join(FOLDER, name), content)
}
