import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { brandProblems } from "./brand-problems.js"
import { repository } from "./builds.js"

const BRANDS = join(repository, "brands")

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

it("names the files that an empty brand lacks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "brand-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const problems = await brandProblems(folder)
  expect(problems).toContain("copy/about.ts is missing")
  expect(problems).toContain("colours.css is missing")
  expect(problems).toContain("mail-logo.png is missing: 440 × 70")
}, 60_000)
