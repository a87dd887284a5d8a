import { chromium } from "@playwright/test"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { launchOptions } from "../browser/launch-options"
import startShopUnderTest from "../stack/global-setup"
import { announcedStack } from "../stack/stack"
import { nameOf, type Shot, take } from "./camera"
import { CHOSEN } from "./chosen"
import { isPictureName, PICTURES, type PictureName } from "./pictures"

const DOCS = join(import.meta.dirname, "..", "..", "docs", "screens")
const WIDTHS = [360, 768, 1280, 1920]
const SCHEMES = ["light", "dark"] as const

const HELP = `npm run screens                          the chosen pictures, into docs/screens
npm run screens -- --to <folder> [names]  every picture, or those named, at every width, light and dark
  --width 360 --scheme dark              only these
  --whole                                whole pages`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: "string" },
    width: { type: "string", multiple: true, default: WIDTHS.map(String) },
    scheme: { type: "string", multiple: true, default: [...SCHEMES] },
    whole: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

function asked(): Shot[] {
  if (!values.to) return CHOSEN
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

if (values.help) {
  process.stdout.write(`${HELP}\n`)
} else {
  const shots = asked()
  const folder = values.to ?? DOCS
  await mkdir(folder, { recursive: true })
  const stop = await startShopUnderTest()
  const browser = await chromium.launch(launchOptions())
  try {
    const shop = announcedStack()
    if (!shop) throw new Error("The shop has not said where it is")
    for (const shot of shots) {
      try {
        const bytes = await take(browser, shop.storefrontUrl, shot, join(folder, `${nameOf(shot)}.webp`))
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
  }
}
