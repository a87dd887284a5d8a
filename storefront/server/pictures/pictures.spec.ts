import Fastify, { type FastifyInstance } from "fastify"
import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { registerPictures } from "./pictures"

const AVIF = "image/avif,image/webp,image/*;q=0.8,*/*;q=0.5"
const uploads = new Map<string, Buffer>()

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#b06a2c",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
const plain = (width: number, height: number, background = "#b06a2c") =>
  sharp({ create: { width, height, channels: 3, background } })

beforeAll(async () => {
  const left = await plain(400, 800, "#ff0000").png().toBuffer()
  uploads
    .set("photo.jpg", await noise(2600, 2300).jpeg({ quality: 95 }).toBuffer())
    .set("small.png", await plain(150, 150).png().toBuffer())
    .set("wide.jpg", await plain(1600, 400).jpeg().toBuffer())
    .set(
      "turned.jpg",
      // Red on the left as it lies; upright, as the camera meant it, red is on top.
      await plain(800, 800, "#0000ff")
        .composite([{ input: left, left: 0, top: 0 }])
        .withExif({ IFD0: { Copyright: "Kitchen" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    )
    .set("print.jpg", await plain(600, 600).toColourspace("cmyk").jpeg().toBuffer())
    .set(
      "clear.png",
      await sharp({ create: { width: 500, height: 500, channels: 4, background: "#00000000" } })
        .png()
        .toBuffer(),
    )
    .set(
      "jar.svg",
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#a00"/></svg>`,
      ),
    )
    .set("broken.jpg", (await noise(800, 800).jpeg().toBuffer()).subarray(0, 30_000))
    .set("words.jpg", Buffer.from("This is not a picture."))
    // 9,000 × 9,000 pixels in some hundred of kilobytes.
    .set(
      "bomb.png",
      await sharp({
        create: { width: 9000, height: 9000, channels: 3, background: "#fff" },
        limitInputPixels: false,
      })
        .png()
        .toBuffer(),
    )
}, 30_000)

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "pictures-"))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A server before a backend with the uploads above. */
async function aServer({ folder = "", maxBytes = 10_000_000 } = {}) {
  const fetchFrom = vi.fn<typeof fetch>((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const bytes = uploads.get(pathname.replace("/static/", ""))
    return Promise.resolve(new Response(bytes ? new Uint8Array(bytes) : null, { status: bytes ? 200 : 404 }))
  })
  const app: FastifyInstance = Fastify()
  await registerPictures(app, {
    backendUrl: "http://backend.test",
    folder: folder || (await aFolder()),
    maxBytes,
    fetchFrom,
  })
  cleanUps.push(() => app.close())
  const get = (path: string, accept = AVIF) =>
    app.inject({ path: `/pictures/v1/${path}`, headers: { accept } })
  return { get, fetchFrom }
}

const pixelAt = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

test("a photo of several megabytes becomes a small square that is cached permanently", async () => {
  expect(uploads.get("photo.jpg")?.byteLength).toBeGreaterThan(5_000_000)
  const { get } = await aServer()
  const response = await get("320/photo.jpg")
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    "content-type": "image/avif",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept",
  })
  expect(response.rawPayload.byteLength).toBeLessThan(60_000)
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 })
})

test.each([
  [AVIF, "image/avif", "heif"],
  ["image/webp,*/*", "image/webp", "webp"],
  ["image/png,*/*;q=0.5", "image/jpeg", "jpeg"],
])("a browser that accepts %s gets %s", async (accept, type, format) => {
  const response = await (await aServer()).get("192/wide.jpg", accept)
  expect(response.headers["content-type"]).toBe(type)
  expect((await sharp(response.rawPayload).metadata()).format).toBe(format)
})

test("a picture is upright and has no metadata", async () => {
  expect((await sharp(uploads.get("turned.jpg")).metadata()).exif?.toString("latin1")).toContain("Kitchen")
  const { rawPayload } = await (await aServer()).get("320/turned.jpg", "image/webp")
  const { exif, icc, xmp, orientation } = await sharp(rawPayload).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  const [[topRed = 0], [, , bottomBlue = 0]] = [
    await pixelAt(rawPayload, 160, 40),
    await pixelAt(rawPayload, 160, 280),
  ]
  expect(topRed).toBeGreaterThan(200)
  expect(bottomBlue).toBeGreaterThan(200)
})

test("a CMYK picture is converted to sRGB", async () => {
  const { rawPayload } = await (await aServer()).get("96/print.jpg", "")
  expect((await sharp(rawPayload).metadata()).space).toBe("srgb")
})

test("a long picture is shown whole in its square; a small one is not enlarged", async () => {
  const { get } = await aServer()
  const wide = await sharp((await get("320/wide.jpg", "image/webp")).rawPayload).metadata()
  expect(wide).toMatchObject({ width: 320, height: 320, hasAlpha: true })
  const small = await sharp((await get("640/small.png")).rawPayload).metadata()
  expect(small).toMatchObject({ width: 150, height: 150 })
})

test("a format without transparency gets the shop's paper colour", async () => {
  const { rawPayload } = await (await aServer()).get("96/clear.png", "image/jpeg")
  const [red = 0, green = 0, blue = 0] = await pixelAt(rawPayload, 48, 48)
  expect([red > 240, green > 235, blue > 220]).toEqual([true, true, true])
})

test.each(["photo.jpg", "jar.svg"])(
  "%s becomes a JPEG share card, whatever the client accepts",
  async (file) => {
    const response = await (await aServer()).get(`share/${file}`)
    expect(response.headers["content-type"]).toBe("image/jpeg")
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  },
)

test.each(["none.jpg", "broken.jpg", "words.jpg", "bomb.png"])(
  "%s redirects to the placeholder without caching",
  async (file) => {
    const { get } = await aServer()
    const response = await get(`320/${file}`)
    expect(response.statusCode).toBe(302)
    expect(response.headers).toMatchObject({ location: "/art/no-image.svg", "cache-control": "no-store" })
    expect((await get(`share/${file}`)).headers.location).toBe("/art/social.png")
  },
)

test.each([
  "321/photo.jpg",
  "0320/photo.jpg",
  "5000/photo.jpg",
  "320/jar.svg",
  "320/",
  "320/..%2f..%2fadmin%2fx.jpg",
  "320/%2e%2e/x.jpg",
  "320/a//x.jpg",
  "320/private-1763-orders.jpg",
  "320/orders.csv",
  "320/http:%2f%2f169.254.169.254%2fx.jpg",
])("%s is not a picture of ours: nothing is requested", async (path) => {
  const { get, fetchFrom } = await aServer()
  expect((await get(path)).statusCode).toBe(404)
  expect(fetchFrom).not.toHaveBeenCalled()
})

test("twenty simultaneous requests share one rendering, and the next one is cached", async () => {
  const { get, fetchFrom } = await aServer()
  const all = await Promise.all(Array.from({ length: 20 }, () => get("480/photo.jpg")))
  expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await get("480/photo.jpg?again")
  expect(fetchFrom).toHaveBeenCalledTimes(1)
})

test("rendered pictures survive a restart", async () => {
  const folder = await aFolder()
  const before = await (await aServer({ folder })).get("96/photo.jpg")
  const { get, fetchFrom } = await aServer({ folder })
  expect((await get("96/photo.jpg")).rawPayload.equals(before.rawPayload)).toBe(true)
  expect(fetchFrom).not.toHaveBeenCalled()
})

test("the disk cache stays within its limit", async () => {
  const folder = await aFolder()
  const { get } = await aServer({ folder, maxBytes: 60_000 })
  for (const width of [96, 192, 320, 480]) await get(`${width}/photo.jpg`)
  await vi.waitFor(async () => {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
  })
})

test("pictures are served even when the disk cannot be written", async () => {
  const { get } = await aServer({ folder: "/dev/null/pictures" })
  expect((await get("96/small.png")).statusCode).toBe(200)
})

test("one picture is rendered at a time, so that pages keep a core", async () => {
  const { get } = await aServer()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1)
  await Promise.all([640, 480, 320, 192].map((width) => get(`${width}/photo.jpg`)))
  clearInterval(watch)
  expect(most).toBe(1)
})
