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

test("the arrow keys stop at both ends, and other keys move nothing", () => {
  expect(nextPicture("ArrowRight", 0, 3)).toBe(1)
  expect(nextPicture("ArrowRight", 2, 3)).toBeNull()
  expect(nextPicture("ArrowLeft", 0, 3)).toBeNull()
  expect(nextPicture("End", 0, 3)).toBe(2)
  expect(nextPicture("Home", 2, 3)).toBe(0)
  expect(nextPicture("Tab", 1, 3)).toBeNull()
})

test("a picture leads to its largest form", () => {
  expect(fileOf("/static/jar.jpg")).toBe("/pictures/v1/1280/jar.jpg")
  expect(fileOf("/static/jar.svg")).toBe("/static/jar.svg")
})
