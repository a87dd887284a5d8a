import { expect, test } from "vitest"
import { alternativeText, fileOf, imagesOf, nextPicture } from "./product-images"

test("a product from a list has its one picture; one without any has none", () => {
  expect(imagesOf({ image: "/static/a.svg" })).toEqual([{ src: "/static/a.svg", alt: null }])
  expect(imagesOf({ image: null })).toEqual([])
})

test("the first picture is called like its product; the others by what they show, or by their place", () => {
  expect(alternativeText("Honey", "A jar.", 0)).toBe("Honey")
  expect(alternativeText("Honey", "A jar.", 1)).toBe("A jar.")
  expect(alternativeText("Honey", null, 2)).toBe("Honey, picture 3")
})

const ALONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test("the arrow keys stop at both ends, and other keys move nothing", () => {
  const next = (key: string, index: number) => nextPicture({ key, ...ALONE }, index, 3)
  expect(next("ArrowRight", 0)).toBe(1)
  expect(next("ArrowRight", 2)).toBeNull()
  expect(next("ArrowLeft", 0)).toBeNull()
  expect(next("End", 0)).toBe(2)
  expect(next("Home", 2)).toBe(0)
  expect(next("Tab", 1)).toBeNull()
})

test.each(["altKey", "ctrlKey", "metaKey", "shiftKey"])(
  "with %s an arrow key is the browser's, and moves no picture",
  (modifier) => {
    for (const key of ["ArrowLeft", "ArrowRight", "Home", "End"])
      expect(nextPicture({ key, ...ALONE, [modifier]: true }, 1, 3)).toBeNull()
  },
)

test("a picture leads to its largest form", () => {
  expect(fileOf("/static/jar.jpg")).toBe("/pictures/v1/1280/jar.jpg")
  expect(fileOf("/static/jar.svg")).toBe("/static/jar.svg")
})
