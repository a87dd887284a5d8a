import { mkdir, readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import subsetFont from "subset-font"
import * as z from "zod"

const BRAND = join(import.meta.dirname, "../../brands", process.env.BRAND || "demo")
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join("")
/** The characters of English text and of this shop. The brand's `fonts.css` names the same range. */
const LETTERS = `${ASCII}\u00a0£€©®°·×½¼¾éÉ–—‘’“”…•→←≈−`

const FEATURES = ["kern", "liga", "ccmp", "lnum", "tnum"]

const range = z.object({ min: z.number(), max: z.number() })
const fontsSchema = z.array(
  z.object({ file: z.string(), variationAxes: z.record(z.string(), range).optional() }),
)

/** The reduced fonts that every page uses, by file name: of the packages' files in the brand's `fonts.json`. */
export async function coreFonts(): Promise<Map<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url)
  const listed: unknown = JSON.parse(await readFile(join(BRAND, "fonts.json"), "utf8"))
  const fonts = fontsSchema.parse(listed).map(async ({ file, variationAxes }) => {
    const whole = await readFile(resolve(file))
    const core = await subsetFont(whole, LETTERS, {
      targetFormat: "woff2",
      // Hints help small letters on coarse screens. They are a third of the file.
      noHinting: true,
      keepFeatures: FEATURES,
      ...(variationAxes && { variationAxes }),
    })
    return [basename(file).replace("-latin-", "-core-"), core] as const
  })
  return new Map(await Promise.all(fonts))
}

// `npm run fonts -w storefront`, after a change of a font's version or weights
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await mkdir(join(BRAND, "fonts"), { recursive: true })
  for (const [name, content] of await coreFonts()) {
    const file = join(BRAND, "fonts", name)
    await writeFile(file, content)
    process.stdout.write(`  ${file}\n`)
  }
}
