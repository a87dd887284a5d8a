import { productSchema } from "@shop/contracts"
import sharp from "sharp"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, send } from "./harness/call"
import { eventually } from "./harness/eventually"
import { makeProduct } from "./harness/fixtures"
import { signInStaff, type Staff } from "./harness/staff"

const answerSchema = z.object({ files: z.array(z.object({ id: z.string(), url: z.string() })) })
const refusalSchema = z.object({ type: z.literal("invalid_data"), message: z.string() })

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#b06a2c" } })

interface Upload {
  name: string
  bytes: Buffer
  type?: string
}

const formOf = (files: readonly Upload[]) => {
  const form = new FormData()
  for (const { name, bytes, type = "image/jpeg" } of files)
    form.append("files", new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Uploads as the admin does. @returns what a shopper gets for the first file */
async function upload(...files: Upload[]) {
  const answer = await staff.upload(formOf(files))
  expect(answer.status, await answer.clone().text()).toBe(200)
  const kept = answerSchema.parse(await answer.json()).files
  const path = new URL(kept[0]?.url ?? "").pathname
  const bytes = Buffer.from(await (await send(path)).arrayBuffer())
  return { kept, path, bytes }
}

async function refusalOf(file: Upload): Promise<string> {
  const answer = await staff.upload(formOf([file]))
  expect(answer.status).toBe(400)
  return refusalSchema.parse(await answer.json()).message
}

describe("a photo that staff upload", () => {
  it("is the product's picture at once, with a file extension that matches its format", async () => {
    const product = await makeProduct(staff)
    const { kept, path } = await upload({
      name: "Heidehonig süß 1.JPG",
      bytes: await plain(900, 900).jpeg().toBuffer(),
    })
    expect(path).toMatch(/^\/static\/\d+-heidehonig-su-1-[0-9a-f]{8}\.jpg$/)
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { thumbnail: kept[0]?.url })
    await eventually(async () => {
      expect((await call(productSchema, `/api/products/${product.slug}`)).image).toBe(path)
    })
    const file = await send(path)
    expect(file.headers.get("content-type")).toBe("image/jpeg")
    expect(file.headers.get("cache-control")).toContain("immutable")
  })

  it("has no metadata of place or camera, and is upright", async () => {
    const bytes = await plain(800, 400)
      .withExif({ IFD0: { Copyright: "Kitchen" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const kept = await sharp((await upload({ name: "a.jpg", bytes })).bytes).metadata()
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation]).toEqual(Array(5).fill(undefined))
    expect(kept).toMatchObject({ width: 400, height: 800 })
  })

  it.each([
    ["webp", "image/webp", "jpeg", 3],
    ["avif", "image/avif", "jpeg", 3],
    ["webp", "image/webp", "png", 4],
    ["png", "image/png", "png", 4],
  ] as const)(
    "comes as %s (%s) and is kept as %s where it has %i channels",
    async (format, type, kept, channels) => {
      const background = channels === 4 ? "#b06a2c80" : "#b06a2c"
      const bytes = await sharp({ create: { width: 64, height: 64, channels, background } })
        .toFormat(format)
        .toBuffer()
      expect(
        (await sharp((await upload({ name: `a.${format}`, bytes, type })).bytes).metadata()).format,
      ).toBe(kept)
    },
  )

  it("in CMYK or of forty megapixels is converted for screens", async () => {
    const print = await plain(300, 300).toColourspace("cmyk").jpeg().toBuffer()
    expect((await sharp((await upload({ name: "print.jpg", bytes: print })).bytes).metadata()).space).toBe(
      "srgb",
    )
    const huge = await plain(8000, 5000).jpeg().toBuffer()
    expect(await sharp((await upload({ name: "huge.jpg", bytes: huge })).bytes).metadata()).toMatchObject({
      width: 2560,
      height: 1600,
    })
  })

  it("with the same name as another one in the upload does not replace it", async () => {
    const [red, blue] = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      ),
    )
    const { kept } = await upload(
      { name: "jar.jpg", bytes: red ?? Buffer.of() },
      { name: "jar.jpg", bytes: blue ?? Buffer.of() },
    )
    expect(new Set(kept.map(({ url }) => url)).size).toBe(2)
  })
})

describe("an invalid picture is rejected with a message", () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypheic\0\0\0\0mif1heic"),
    Buffer.alloc(500),
  ])
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")
  const drawing = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)

  it.each([
    ["a HEIC photo by any name", { name: "IMG_1.jpg", bytes: heic }, /HEIC.*JPEG/],
    ["a GIF", { name: "a.gif", bytes: gif, type: "image/gif" }, /GIF.*Use JPEG/],
    [
      "words that call themselves a photo",
      { name: "a.jpg", bytes: Buffer.from("<h1>hello</h1>") },
      /no picture/,
    ],
    [
      "a page as a table",
      { name: "a.html", bytes: Buffer.from("<h1>hello</h1>"), type: "text/csv" },
      /no picture/,
    ],
    ["an empty file", { name: "a.jpg", bytes: Buffer.of() }, /no picture/],
    ["more than 10 MB", { name: "a.jpg", bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }, /larger than 10 MB/],
    [
      "a drawing that cannot be drawn",
      { name: "a.svg", bytes: drawing("<g>"), type: "image/svg+xml" },
      /no picture|damaged/,
    ],
    [
      "a drawing with a filter",
      {
        name: "a.svg",
        bytes: drawing(`<filter id="f"><feGaussianBlur stdDeviation="99"/></filter>`),
        type: "image/svg+xml",
      },
      /filter effects.*PNG/,
    ],
  ])("%s", async (_what, file, sentence) => {
    const message = await refusalOf(file)
    expect(message).toMatch(sentence)
    expect(message).toContain(`“${file.name}”`)
    expect(message).toMatch(/\.$/)
  })

  it("a truncated photo", async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await refusalOf({ name: "half.jpg", bytes: whole.subarray(0, whole.length / 2) })).toMatch(
      /damaged/,
    )
  })

  it("a decompression bomb", async () => {
    const bytes = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: "#fff" } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bytes.byteLength).toBeLessThan(1024 * 1024)
    expect(await refusalOf({ name: "bomb.png", bytes, type: "image/png" })).toMatch(/8000 × 8000 pixels/)
  })

  it("nothing is stored of an upload with one invalid file", async () => {
    const good = await plain(50, 50).jpeg().toBuffer()
    const answer = await staff.upload(
      formOf([
        { name: "good.jpg", bytes: good },
        { name: "bad.gif", bytes: gif },
      ]),
    )
    expect(answer.status).toBe(400)
  })
})

it("a drawing is stored as a picture, without what could run or load in it", async () => {
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="18" onload="alert(1)">
       <script>alert(1)</script><a href='javascript:alert(1)'><rect width="9" height="18" fill="#a00"/></a>
       <image href='file:///etc/passwd' width="9" height="9"/><use href='https://evil.example/x#a'/>
     </svg>`,
  )
  const { path, bytes: kept } = await upload({ name: "jar.svg", bytes, type: "image/svg+xml" })
  expect(path).toMatch(/jar-[0-9a-f]{8}\.png$/)
  expect(await sharp(kept).metadata()).toMatchObject({ format: "png", width: 800, height: 1600 })
  const { dominant } = await sharp(kept).stats()
  expect(dominant.r).toBeGreaterThan(100)
})

it("the admin's import of products works", async () => {
  const bytes = Buffer.from("Product Handle,Product Title\nhoney,Honey\n")
  expect((await upload({ name: "products.csv", bytes, type: "text/csv" })).bytes.equals(bytes)).toBe(true)
})

it("a table of more than 2 MB is refused by both of Medusa's imports", async () => {
  const file = { name: "products.csv", bytes: Buffer.alloc(2 * 1024 * 1024 + 1, ","), type: "text/csv" }
  expect(await refusalOf(file)).toContain("more than 2 MB")
  const form = new FormData()
  form.append("file", new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
  const answer = await staff.upload(form, "/admin/products/import")
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain("more than 2 MB")
})

it("only staff can upload", async () => {
  const response = await fetch(new URL("/admin/uploads", inject("backendUrl")), {
    method: "POST",
    body: formOf([{ name: "a.jpg", bytes: await plain(9, 9).jpeg().toBuffer() }]),
  })
  expect(response.status).toBe(401)
})
