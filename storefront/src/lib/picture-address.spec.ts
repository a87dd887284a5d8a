import { expect, test } from "vitest"
import { PICTURE_WIDTHS, pictureSources, shareAddress, type PictureUse } from "./picture-address"

const USES: PictureUse[] = ["card", "category", "product", "zoom", "cart-line", "order-line"]

test("a photo is offered in several widths on our own origin, ordered by size", () => {
  const { src, srcSet, sizes } = pictureSources("/static/1763-heather%20honey.jpg", "order-line")
  expect(srcSet).toBe(
    "/pictures/v1/96/1763-heather%20honey.jpg 96w, /pictures/v1/192/1763-heather%20honey.jpg 192w",
  )
  expect(src).toBe("/pictures/v1/192/1763-heather%20honey.jpg")
  expect(sizes).toBe("3.5rem")
})

test.each(USES)("%s uses only widths that the server makes", (use) => {
  const offered =
    pictureSources("/static/a.png", use)
      .srcSet?.match(/\d+(?=w)/g)
      ?.map(Number) ?? []
  expect(offered.length).toBeGreaterThan(1)
  expect(offered).toEqual(offered.toSorted((a, b) => a - b))
  expect(offered.filter((width) => !PICTURE_WIDTHS.some((made) => made === width))).toEqual([])
})

test.each(["/static/1763-jar.svg", "https://cdn.example/jar.jpg", "/art/no-image.svg", "/static/export.csv"])(
  "%s is left as it is",
  (src) => expect(pictureSources(src, "card")).toEqual({ src, size: 480 }),
)

test("photos and drawings get a share picture; external pictures do not", () => {
  expect(shareAddress("/static/1763-jar.svg")).toBe("/pictures/v1/share/1763-jar.svg")
  expect(shareAddress("/static/1763-jar.JPG")).toBe("/pictures/v1/share/1763-jar.JPG")
  expect(shareAddress("https://cdn.example/jar.jpg")).toBeNull()
})
