import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import sharp from "sharp"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { LinePictures } from "./line-pictures"

const ADDRESS = "https://admin.shop.test/static/"
let folder: string
const warn = vi.fn()

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "line-pictures-"))
  warn.mockReset()
})
afterEach(() => rm(folder, { recursive: true }))

const line = (name: string) => ({ thumbnail: ADDRESS + name })
const pictures = () => new LinePictures({ folder, address: ADDRESS })
const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="${colour}"/></svg>`

it("makes a small square JPEG of a drawing and of a photo full of detail", async () => {
  const noise = sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
  await writeFile(path.join(folder, "1-photo.jpg"), await noise.jpeg().toBuffer())
  await writeFile(path.join(folder, "2-honey.svg"), drawing("gold"))
  const made = await pictures().read([line("1-photo.jpg"), line("2-honey.svg")], warn)
  for (const picture of made) {
    const bytes = Buffer.from(picture?.content ?? "", "base64")
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 112, height: 112 })
    expect(bytes.byteLength).toBeLessThan(6_000)
  }
  expect(made[0]?.cid).not.toBe(made[1]?.cid)
  expect(warn).not.toHaveBeenCalled()
})

it("makes a picture once for each version of its file", async () => {
  const reader = pictures()
  const read = async () => (await reader.read([line("honey.svg")], warn))[0]
  await writeFile(path.join(folder, "honey.svg"), drawing("gold"))
  const first = await read()
  expect(await read()).toBe(first)
  await writeFile(path.join(folder, "honey.svg"), drawing("darkgreen"))
  expect((await read())?.content).not.toBe(first?.content)
})

it("leaves out what is missing or damaged, and says so once", async () => {
  await writeFile(path.join(folder, "broken.png"), "no picture")
  const reader = pictures()
  for (let round = 0; round < 2; round++)
    expect(await reader.read([line("gone.png"), line("broken.png")], warn)).toEqual([null, null])
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining("without the picture gone.png"),
    expect.stringContaining("without the picture broken.png"),
  ])
})

it("reads no file of another host or another folder", async () => {
  await writeFile(path.join(folder, "..", "outside.svg"), drawing("gold"))
  const urls = [
    null,
    "",
    "https://cdn.example/honey.jpg",
    `${ADDRESS}../outside.svg`,
    `${ADDRESS}..%2Foutside.svg`,
    `${ADDRESS}%2E%2E%2Foutside.svg`,
    `${ADDRESS}%`,
  ]
  const made = await pictures().read(
    urls.map((thumbnail) => ({ thumbnail })),
    warn,
  )
  expect(made).toEqual(urls.map(() => null))
  await rm(path.join(folder, "..", "outside.svg"))
})

it("stops after twelve lines, and at the deadline", async () => {
  await writeFile(path.join(folder, "honey.svg"), drawing("gold"))
  const lines = Array.from({ length: 14 }, () => line("honey.svg"))
  const made = await pictures().read(lines, warn)
  expect(made.filter((picture) => picture !== null)).toHaveLength(12)
  const hurried = new LinePictures({ folder, address: ADDRESS, deadlineMs: 0 })
  expect(await hurried.read(lines, warn)).toEqual(lines.map(() => null))
})
