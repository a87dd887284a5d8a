import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { drawArt } from "./placeholder-art.ts"

/** The template's texts that suit most shops as they are, by file and path. */
const MAY_STAY = [
  /^copy\/(?:contact|feed|order|policies|product|products)\.ts: /,
  /^copy\/every-page\.ts: EMPTY_CART$/,
  /^copy\/about\.ts: about\.(?:description|title|productsLink|commitments\.\d+|values\.\d+\.(?:icon|title)|people\.\d+\.(?:art|job))$/,
  /^copy\/faq\.ts: faq\.(?:description|lead|returns\.\w+)$/,
  /^copy\/footer\.ts: footer\.categories\./,
  /^copy\/home-sections\.ts: homeSections\.story\.title$/,
  /^brand\.json: (?:status|name$|hours\.|(?:reply|report)Within$|posted|mail\.|stockLocation\.(?:name|city)$)/,
  /^seed\/categories\.json: \d+\.(?:slug|name|image)$/,
  /^seed\/products\/[\w-]+\.json: \d+\.(?:slug|sku|category|weight|vat|image)$/,
]
/** Lines of the interface, drawn in the brand's colours. */
const DRAWINGS_THAT_MAY_STAY = ["public/art/check.svg", "public/art/chevron.svg"]

/** What a brand still has of the template it was made from. @returns a sentence for the merchant for each file */
export async function templateLeftovers(folder: string, template: string): Promise<string[]> {
  const [own, theirs] = [await textFiles(folder), await textFiles(template)]
  const texts = await Promise.all(
    own.map(async (file) => {
      const placeholders = await Promise.all(
        theirs.filter((each) => isCounterpart(each, file)).map((each) => textsOf(join(template, each), file)),
      )
      const patterns = placeholders.flat().map(([, text]) => asPattern(text))
      const left = (await textsOf(join(folder, file), file)).filter(([, text]) =>
        patterns.some((pattern) => pattern.test(text)),
      )
      const paths = left.map(([path]) => path)
      return paths.length === 0 ? [] : [`${file} has the template's words in ${paths.join(", ")}`]
    }),
  )
  return [...texts.flat(), ...(await leftDrawings(folder, template))]
}

/** Product files have the names of the brand's own categories. */
const isCounterpart = (theirs: string, own: string) =>
  theirs.replace("brand.template.json", "brand.json") === own ||
  (theirs.startsWith("seed/products/") && own.startsWith("seed/products/"))

async function textFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => /^(?:copy|seed)\/.*\.(?:ts|json)$|^brand\..*json$/.test(file)).sort()
}

const textsOf = async (path: string, file: string) =>
  stringsIn(await contentOf(path)).filter(([place]) => !mayStay(file, place))

const mayStay = (file: string, path: string) => MAY_STAY.some((known) => known.test(`${file}: ${path}`))

/** `npm run shop brand:new` writes the shop's name into the texts, which may have another one since. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("Your Shop", ".+")
      .replaceAll("your-shop", "[a-z0-9-]+")}$`,
  )

async function contentOf(file: string): Promise<unknown> {
  try {
    return file.endsWith(".json")
      ? JSON.parse(await readFile(file, "utf8"))
      : await import(pathToFileURL(file).href)
  } catch {
    return null // Another check names what cannot be read.
  }
}

/** Every text with its path: `about.values.0.title`. */
function stringsIn(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (typeof value === "string") return [[path.join("."), value]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => stringsIn(each, [...path, key]))
}

async function leftDrawings(folder: string, template: string): Promise<string[]> {
  const drawn = drawArt("A", await readFile(join(template, "colours.css"), "utf8"))
  const files = [...drawn].filter(([file]) => !DRAWINGS_THAT_MAY_STAY.includes(file))
  const left = await Promise.all(
    files.map(async ([file, placeholder]) => {
      const own = join(folder, file)
      return existsSync(own) && outline(await readFile(own, "utf8")) === outline(placeholder) ? [file] : []
    }),
  )
  return left.flat().map((file) => `${file} is the template's drawing`)
}

/** A drawing without its colours and letters, which are the brand's. */
const outline = (svg: string) => svg.replaceAll(/#[0-9a-f]{3,8}\b/gi, "").replaceAll(/>[^<]*</g, "><")
