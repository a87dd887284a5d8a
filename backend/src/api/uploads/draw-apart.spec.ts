import { expect, it } from "vitest"
import { drawApart } from "./draw-apart"

const drawing = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600">${inside}</svg>`)
it("draws, and tells what is no drawing", async () => {
  const picture = await drawApart(drawing(`<rect width="9" height="9"/>`))
  expect(Buffer.isBuffer(picture) && picture.subarray(1, 4).toString()).toBe("PNG")
  expect(await drawApart(Buffer.from("<h1>hello</h1>"))).toBeNull()
  expect(await drawApart(drawing("<g>"))).toBeNull()
})

it("ends a drawing that takes too much memory", async () => {
  expect(await drawApart(drawing(""), { bytes: 1024 })).toBe("too-complex")
})

it("ends a drawing that takes too long", async () => {
  const tenfold = Array.from(
    { length: 8 },
    (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
  )
  const bomb = drawing(`<g id="g0"><rect width="9" height="9" opacity=".5"/></g>${tenfold.join("")}`)
  const start = performance.now()
  expect(await drawApart(bomb, { milliseconds: 1_500 })).toBe("too-complex")
  expect(performance.now() - start).toBeLessThan(10_000)
})
