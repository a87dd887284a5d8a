import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { folderName, newBrand } from "./new-brand"

const BRANDS = join(import.meta.dirname, "../../brands")

async function brandsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "brands-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(BRANDS, "template"), join(folder, "template"), { recursive: true })
  return folder
}

test("the folder is called after the first word", () => {
  expect(folderName("Acorn Coffee")).toBe("acorn")
  expect(folderName("The Tea House")).toBe("tea")
})

test("a new brand has the shop's name, every drawing of the demonstration, and no word of the template or the demonstration", async () => {
  const brands = await brandsFolder()
  await newBrand("Acorn & Sons", undefined, brands)
  const folder = join(brands, "acorn")
  const drawings = await readdir(join(folder, "public/art"))
  expect(drawings.toSorted()).toEqual((await readdir(join(BRANDS, "demo/public/art"))).toSorted())
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(ts|json|css|svg)$/.test(file),
  )
  for (const file of files) {
    const text = await readFile(join(folder, file), "utf8")
    expect(text, file).not.toMatch(/your.shop|bramble|honey|gummi|london/i)
  }
  expect(JSON.parse(await readFile(join(folder, "brand.json"), "utf8"))).toMatchObject({
    name: "Acorn & Sons",
    email: "hello@acorn.example",
    status: "draft",
  })
})

test("nothing is overwritten, and a name without Latin letters needs a folder", async () => {
  const brands = await brandsFolder()
  await newBrand("Acorn", undefined, brands)
  await expect(newBrand("Acorn Coffee", undefined, brands)).rejects.toThrow("brands/acorn exists already")
  await expect(newBrand("Жёлудь", undefined, brands)).rejects.toThrow("where it has no Latin letters")
  expect(await newBrand("Жёлудь", "zholud", brands)).toBe("zholud")
})
