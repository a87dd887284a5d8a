import { existsSync } from "node:fs"
import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { drawIcons } from "./brand-icons.ts"
import { drawArt } from "./placeholder-art.ts"

const BRANDS = join(import.meta.dirname, "../../brands")
const TEXT_FILES = /\.(?:ts|json|css)$/

/** "Acorn Coffee" → "acorn": the folder of a brand. */
export const folderName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replace(/[^a-z0-9]+.*$/, "")

/** @returns the name of the new folder. @throws Error with a sentence for the merchant */
export async function newBrand(name: string, id = folderName(name), brands = BRANDS): Promise<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    throw new Error(
      'Give the shop\'s name, and where it has no Latin letters a folder: npm run shop brand:new -- "Acorn Coffee" acorn',
    )
  if (/["\\`$<>]/.test(name)) throw new Error('The name must not contain " \\ ` $ < or >.')
  const folder = join(brands, id)
  if (existsSync(folder))
    throw new Error(
      `brands/${id} exists already. Choose another folder: npm run shop brand:new -- "${name}" other-name`,
    )
  await cp(join(brands, "template"), folder, { recursive: true })
  await rename(join(folder, "brand.template.json"), join(folder, "brand.json"))
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files.filter((file) => TEXT_FILES.test(file)).map((file) => insertName(join(folder, file))),
  )
  const css = await readFile(join(folder, "colours.css"), "utf8")
  for (const [file, content] of drawArt(name, css)) {
    await mkdir(join(folder, file, ".."), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  await drawIcons(folder)
  return id

  async function insertName(file: string): Promise<void> {
    const text = await readFile(file, "utf8")
    await writeFile(file, text.replaceAll("Your Shop", name).replaceAll("your-shop", id))
  }
}

// `npm run shop brand:new -- "Acorn Coffee"`
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const [name = "", id] = process.argv.slice(2)
    const made = await newBrand(name, id)
    process.stdout.write(
      `\n  ✔ brands/${made} is made, with placeholders.\n\n  Start it:   BRAND=${made} npm start\n  Change it:  docs/make-it-yours.md\n\n`,
    )
  } catch (error) {
    process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`)
    process.exitCode = 1
  }
}
