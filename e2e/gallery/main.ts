import { chromium } from "@playwright/test"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { launchOptions } from "../browser/launch-options"
import { startShopUnderTest } from "../stack/start"
import { announcedStack } from "../stack/stack"
import { nameOf, type Shot, take } from "./camera"
import { CHOSEN, CHOSEN_OF_A_NEW_BRAND } from "./chosen"
import { shownGoods } from "./made-up"
import { isPictureName, PICTURES, type PictureName } from "./pictures"

const ROOT = join(import.meta.dirname, "..", "..")
const DOCS = join(ROOT, "docs", "screens")
/** The brand that `--new-brand` makes of the template, photographs and deletes. */
const NEW_BRAND = { name: "Acorn Coffee", folder: "new-brand-in-pictures" }
const WIDTHS = [360, 768, 1280, 1920]
const SCHEMES = ["light", "dark"] as const

const HELP = `npm run screens                          the chosen pictures, into docs/screens
npm run screens -- --new-brand            some of them, of a brand fresh from the template, into docs/screens/new-brand
npm run screens -- --to <folder> [names]  every picture, or those named, at every width, light and dark
  --brand acorn                           of the brand in brands/acorn
  --width 360 --scheme dark              only these
  --whole                                whole pages`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: "string" },
    width: { type: "string", multiple: true, default: WIDTHS.map(String) },
    scheme: { type: "string", multiple: true, default: [...SCHEMES] },
    whole: { type: "boolean", default: false },
    brand: { type: "string", default: "demo" },
    "new-brand": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

function asked(): Shot[] {
  if (!values.to && values["new-brand"]) return CHOSEN_OF_A_NEW_BRAND
  if (!values.to && values.brand === "demo") return CHOSEN
  if (!values.to) throw new Error("Name the folder for the pictures of this brand: --to <folder>")
  const unknown = positionals.filter((name) => !isPictureName(name))
  if (unknown.length > 0) throw new Error(`No such picture: ${unknown.join(", ")}`)
  const names: PictureName[] = positionals.filter(isPictureName)
  return (names.length > 0 ? names : Object.keys(PICTURES).filter(isPictureName)).flatMap((picture) =>
    values.width.flatMap((width) =>
      SCHEMES.filter((scheme) => values.scheme.includes(scheme)).map((scheme) => ({
        picture,
        width: Number(width),
        scheme,
        whole: values.whole,
      })),
    ),
  )
}

/** Makes the brand, also after a run that was interrupted. @returns its folder's name and how to delete it */
async function makeNewBrand(): Promise<{ brand: string; remove: () => Promise<void> }> {
  const path = join(ROOT, "brands", NEW_BRAND.folder)
  const remove = () => rm(path, { recursive: true, force: true })
  if (existsSync(path)) await remove()
  execFileSync("npm", ["run", "--silent", "shop", "brand:new", "--", NEW_BRAND.name, NEW_BRAND.folder], {
    cwd: ROOT,
  })
  return { brand: NEW_BRAND.folder, remove }
}

if (values.help) {
  process.stdout.write(`${HELP}\n`)
} else {
  const shots = asked()
  const folder = values.to ?? (values["new-brand"] ? join(DOCS, "new-brand") : DOCS)
  await mkdir(folder, { recursive: true })
  const { brand, remove } = values["new-brand"]
    ? await makeNewBrand()
    : { brand: values.brand, remove: () => Promise.resolve() }
  const stop = await startShopUnderTest(false, brand)
  const browser = await chromium.launch(launchOptions())
  try {
    const stack = announcedStack()
    if (!stack) throw new Error("The shop has not said where it is")
    const shop = stack.storefrontUrl
    const goods = { shop, ...(await shownGoods(shop)) }
    for (const shot of shots) {
      try {
        const bytes = await take(browser, goods, shot, join(folder, `${nameOf(shot)}.webp`))
        process.stdout.write(`${nameOf(shot)}  ${String(Math.round(bytes / 1024))} KiB\n`)
      } catch (error) {
        // The other pictures are still taken; the command fails at its end.
        process.exitCode = 1
        process.stderr.write(`${nameOf(shot)} could not be taken: ${String(error).split("\n")[0] ?? ""}\n`)
      }
    }
  } finally {
    await browser.close()
    await stop()
    await remove()
  }
}
