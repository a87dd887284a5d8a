import { readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import subsetFont from "subset-font"

const FOLDER = join(import.meta.dirname, "../src/ui/fonts")
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join("")
/** The characters of English text and of this shop. `fonts.css` names the same range. */
const LETTERS = `${ASCII}\u00a0£€©®°·×½¼¾éÉ–—‘’“”…•→←≈−`

/** The OpenType features that the styles use. */
const FEATURES = ["kern", "liga", "ccmp", "lnum", "tnum"]

const FONTS = [
  { file: "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2" },
  {
    file: "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]

/** The reduced fonts that every page uses, by file name. */
export async function coreFonts(): Promise<Map<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url)
  const fonts = FONTS.map(async ({ file, ...options }) => {
    const whole = await readFile(resolve(file))
    const core = await subsetFont(whole, LETTERS, {
      targetFormat: "woff2",
      // Hints help small letters on coarse screens. They are a third of the file.
      noHinting: true,
      keepFeatures: FEATURES,
      ...options,
    })
    return [basename(file).replace("-latin-", "-core-"), core] as const
  })
  return new Map(await Promise.all(fonts))
}

// `npm run fonts -w storefront`, after a change of a font's version or weights
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [name, content] of await coreFonts()) await writeFile(join(FOLDER, name), content)
}
