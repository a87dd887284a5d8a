import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { brandProblems } from "./brand-problems.js"
import { repository } from "./builds.js"

const BRANDS = join(repository, "brands")
const artModule = z.object({
  drawArt: z.custom<(name: string, css: string) => Map<string, string>>(
    (value) => typeof value === "function",
  ),
})

it("finds nothing wrong with the demonstration's brand", async () => {
  expect(await brandProblems(join(BRANDS, "demo"))).toEqual([])
}, 60_000)

it("names missing words, faint colours, missing pictures and wrong products in one run", async () => {
  const brands = await mkdtemp(join(tmpdir(), "brands-"))
  onTestFinished(() => rm(brands, { recursive: true }))
  const folder = join(brands, "acorn")
  await cp(join(BRANDS, "demo"), folder, { recursive: true })
  await cp(join(BRANDS, "types.ts"), join(brands, "types.ts"))
  const replace = async (file: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, file), "utf8")
    expect(text).toMatch(from)
    await writeFile(join(folder, file), text.replace(from, to))
  }
  await replace("copy/home.ts", /^ {2}lead: .*$/m, "")
  await replace("copy/order.ts", "export const PACKED", "const PACKED")
  await rm(join(folder, "copy/contact.ts"))
  await replace("colours.css", "--on-accent: #2d1326", "--on-accent: #fdf1df")
  await rm(join(folder, "public/art/hero.svg"))
  await replace("seed/products/honey.json", '"price": 1295', '"price": 12.95')

  expect(await brandProblems(folder)).toEqual([
    "copy/contact.ts is missing",
    "copy/order.ts: export const PACKED is missing",
    expect.stringMatching(/^copy\/home\.ts, line 3: Property 'lead' is missing/),
    expect.stringContaining("colours.css: --on-accent on --accent, light: the contrast is 1.7"),
    expect.stringContaining("colours.css: --on-accent on --accent-hover, light"),
    expect.stringContaining("colours.css: --on-accent on --accent, dark"),
    expect.stringContaining("colours.css: --on-accent on --accent-hover, dark"),
    "public/art/hero.svg is missing: 1600 × 1000",
    expect.stringMatching(/^seed\/products\/honey\.json: entry 1, price: /),
  ])
}, 60_000)

it("names what the law asks for and only the owner of a new brand knows", async () => {
  const brands = await mkdtemp(join(tmpdir(), "brands-"))
  onTestFinished(() => rm(brands, { recursive: true }))
  const folder = join(brands, "acorn")
  await cp(join(BRANDS, "template"), folder, { recursive: true })
  await cp(join(folder, "brand.template.json"), join(folder, "brand.json"))
  await cp(join(BRANDS, "types.ts"), join(brands, "types.ts"))
  const unfilled = async () => (await brandProblems(folder)).filter((one) => one.includes("not filled in"))
  expect(await unfilled()).toEqual([
    expect.stringMatching(/^brand\.json: registeredIn is not filled in/),
    expect.stringMatching(/^copy\/policies\.ts: law is not filled in/),
    expect.stringMatching(/^copy\/policies\.ts: otherGoods is not filled in/),
  ])
  const fill = async (file: string, ...[from, to]: [string, string]) => {
    const text = await readFile(join(folder, file), "utf8")
    await writeFile(join(folder, file), text.replace(from, to))
  }
  await fill("brand.json", '"registeredIn": null', '"registeredIn": "Scotland"')
  await fill("copy/policies.ts", "law: null", 'law: "Scotland"')
  await fill("copy/policies.ts", "otherGoods: null", 'otherGoods: "none"')
  expect(await unfilled()).toEqual([])
}, 60_000)

it("names twenty leftovers of the template in a brand that is otherwise complete, and a name given to the shop since", async () => {
  const brands = await mkdtemp(join(tmpdir(), "brands-"))
  onTestFinished(() => rm(brands, { recursive: true }))
  const folder = join(brands, "acorn")
  await cp(join(BRANDS, "demo"), folder, { recursive: true })
  await cp(join(BRANDS, "types.ts"), join(brands, "types.ts"))
  const edit = async (file: string, change: (text: string) => string) => {
    const text = await readFile(join(folder, file), "utf8")
    const changed = change(text)
    expect(changed, file).not.toBe(text)
    await writeFile(join(folder, file), changed)
  }
  await edit("brand.json", (text) =>
    text
      .replace('"demo"', '"ready"')
      .replaceAll(" (demo)", "")
      .replaceAll("bramble-and-comb.example", "acorn-coffee.co.uk")
      .replace("00000000", "SC123456"),
  )
  expect(await brandProblems(folder)).toEqual([])

  const put = (field: string, words: string) => (text: string) =>
    text.replace(new RegExp(`(\\b${field}"?:\\s*)["\`][^"\`]*["\`]`), `$1${JSON.stringify(words)}`)
  const planted: [file: string, field: string, words: string][] = [
    ["brand.json", "legalName", "Acorn Ltd (demo)"],
    ["brand.json", "address", "1 Sample Street, York YO1 7AA (demo)"],
    ["brand.json", "companyNumber", "00000000 (demo)"],
    ["brand.json", "email", "hello@acorn.example"],
    ["brand.json", "phone", "01632 960123"],
    ["brand.json", "street", "1 Sample Street"],
    ["copy/about.ts", "lead", "Say here who you are and what you make or choose."],
    ["copy/about.ts", "story", "Then tell how it came about, and what matters to you."],
    ["copy/footer.ts", "about", "Good things from Acorn Coffee Roasters. Delivered in the UK only."],
    ["copy/home.ts", "title", "Good Things Delivered to Your Door"],
    ["copy/home.ts", "lead", "Say in two sentences what you sell, and why it is worth buying from you."],
    ["copy/home-sections.ts", "dispatch", "Packed by us, posted on weekdays."],
    ["seed/categories.json", "imageAlt", "A placeholder of three shapes."],
    ["seed/products/honey.json", "description", "A sample product. Replace it with one of your own."],
  ]
  for (const [file, field, words] of planted) await edit(file, put(field, words))
  const drawings = ["hero", "about", "location", "delivery", "bitcoin", "empty-cart"]
  const art: unknown = await import(
    pathToFileURL(join(repository, "storefront/build/placeholder-art.ts")).href
  )
  const drawn = artModule.parse(art).drawArt("Acorn", await readFile(join(folder, "colours.css"), "utf8"))
  for (const name of drawings)
    await edit(`public/art/${name}.svg`, (text) => drawn.get(`public/art/${name}.svg`) ?? text)

  expect(planted.length + drawings.length).toBe(20)
  expect(await brandProblems(folder)).toEqual([
    "brand.json has the template's words in legalName, address, companyNumber, email, phone, stockLocation.street",
    "copy/about.ts has the template's words in about.lead, about.story",
    "copy/footer.ts has the template's words in footer.about",
    "copy/home-sections.ts has the template's words in homeSections.dispatch",
    "copy/home.ts has the template's words in home.title, home.lead",
    "seed/categories.json has the template's words in 0.imageAlt",
    "seed/products/honey.json has the template's words in 0.description",
    ...[...drawings].sort().map((name) => `public/art/${name}.svg is the template's drawing`),
  ])
}, 60_000)

it("names the files that an empty brand lacks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "brand-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const problems = await brandProblems(folder)
  expect(problems).toContain("copy/about.ts is missing")
  expect(problems).toContain("colours.css is missing")
  expect(problems).toContain("mail-logo.png is missing: 440 × 70")
}, 60_000)
