import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { catalogueProblems } from "./catalogue-problems"

const DEMO = path.join(__dirname, "../../../../../brands/demo")

async function aBrand(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "brand-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(path.join(DEMO, "seed"), path.join(folder, "seed"), { recursive: true })
  return folder
}

async function replaceIn(folder: string, file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(folder, file), "utf8")
  expect(text).toContain(from)
  await writeFile(path.join(folder, file), text.replace(from, to))
}

test("the demonstration's goods are complete, and a brand may have none", () => {
  expect(catalogueProblems(DEMO)).toEqual([])
  expect(catalogueProblems("/nowhere/at/all")).toEqual([])
})

test("every wrong value is named with its file and its place", async () => {
  const folder = await aBrand()
  await replaceIn(folder, "seed/products/honey.json", '"price": 1295', '"price": "12.95"')
  await replaceIn(folder, "seed/categories.json", '"name": "Gummies"', '"nane": "Gummies"')
  const problems = catalogueProblems(folder).join("\n")
  expect(problems).toContain("seed/products/honey.json: entry 1, price: Invalid input: expected number")
  expect(problems).toContain("seed/categories.json: entry 1, name: is missing")
  expect(problems).toContain("seed/categories.json: entry 1: Unrecognized key")
})

test("a food without its net quantity is told what to write, and what is missing is called so", async () => {
  const folder = await aBrand()
  await replaceIn(folder, "seed/products/honey.json", '"netQuantity"', '"quantity"')
  await replaceIn(folder, "seed/products/honey.json", '"origin"', '"from"')
  const named = catalogueProblems(folder).filter((one) => one.startsWith("seed/products/honey.json: entry 1"))
  expect(named).toEqual([
    'seed/products/honey.json: entry 1, netQuantity: A food needs its net quantity, like { "value": 250, "unit": "g" }.',
    "seed/products/honey.json: entry 1, origin: is missing",
    'seed/products/honey.json: entry 1: Unrecognized keys: "quantity", "from"',
  ])
})

test("a missing picture, an unknown category and a number given twice are named", async () => {
  const folder = await aBrand()
  await rm(path.join(folder, "seed/images/heather-honey.svg"))
  await replaceIn(folder, "seed/products/honey.json", "BC-HON-WIL-340", "BC-HON-HEA-340")
  await replaceIn(folder, "seed/products/honey.json", '"category": "honey"', '"category": "mead"')
  await writeFile(path.join(folder, "seed/products/tea.json"), "[")
  expect(catalogueProblems(folder)).toEqual([
    "seed/products/tea.json: categories.json has no category tea",
    expect.stringContaining("seed/products/tea.json is not JSON"),
    "product heather-honey: categories.json has no category mead",
    "seed/images/heather-honey.svg is missing, the picture of heather-honey",
    "two products have the sku BC-HON-HEA-340",
  ])
})
