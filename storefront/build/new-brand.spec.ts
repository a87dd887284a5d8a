import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { drawIcons } from "./brand-icons"
import { folderName, newBrand } from "./new-brand"
import { pictureProblems } from "./picture-problems"

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
  // The portraits belong to the people that the demonstration's own texts name.
  const ofItsTexts = await readFile(join(BRANDS, "demo/copy/about.ts"), "utf8")
  const demonstrated = await readdir(join(BRANDS, "demo/public/art"))
  expect(drawings.toSorted()).toEqual(demonstrated.filter((file) => !ofItsTexts.includes(file)).toSorted())
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

test("every picture that is missing, unreadable or of other proportions is named", async () => {
  const brands = await brandsFolder()
  await newBrand("Acorn", undefined, brands)
  const folder = join(brands, "acorn")
  expect(await pictureProblems(folder)).toEqual([])
  expect(await pictureProblems(join(BRANDS, "demo"))).toEqual([])
  await rm(join(folder, "public/art/delivery.svg"))
  await writeFile(join(folder, "public/art/about.svg"), "no picture")
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 400"/>'
  await writeFile(join(folder, "public/art/hero.svg"), wide)
  expect(await pictureProblems(folder)).toEqual([
    "public/art/about.svg is not a picture that can be read",
    "public/art/delivery.svg is missing: 960 × 560",
    "public/art/hero.svg is 1600 × 400 and needs the proportions of 1600 × 1000",
  ])
})

test("the PNGs follow a new logo", async () => {
  const brands = await brandsFolder()
  await newBrand("Acorn", undefined, brands)
  const folder = join(brands, "acorn")
  const read = (file: string) => readFile(join(folder, file), "base64")
  const [mail, social, icon] = [
    await read("mail-logo.png"),
    await read("public/art/social.png"),
    await read("public/art/icon-512.png"),
  ]
  const bar =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 603 96"><path fill="#fff" d="M9 9h300v60H9z"/></svg>'
  await writeFile(join(folder, "public/art/logo-light.svg"), bar)
  await drawIcons(folder)
  expect(await pictureProblems(folder)).toEqual([])
  expect(await read("mail-logo.png")).not.toBe(mail)
  expect(await read("public/art/social.png")).not.toBe(social)
  expect(await read("public/art/icon-512.png")).toBe(icon)
})
