import { expect, it } from "vitest"
import { formatPostcode, isPostcode } from "./postcode"

it.each(["E8 3RL", "e83rl", "SW1Y 4JH", "sw1y4jh", "M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "W1A 0AX"])(
  "%s is a UK postcode in any case, with or without its space",
  (text) => {
    expect(isPostcode(text)).toBe(true)
  },
)

it.each(["", " ", "E8", "8E 3RL", "ABC1 2DE", "E8  3RL", "E8-3RL", "E8 3R", "E8 33L", "12345", "E8 3RLX"])(
  "%j is none",
  (text) => {
    expect(isPostcode(text)).toBe(false)
  },
)

it("is formatted in upper case with a space before its last three characters, and unchanged while too short", () => {
  expect(formatPostcode(" sw1y4jh ")).toBe("SW1Y 4JH")
  expect(formatPostcode("e8 3rl")).toBe("E8 3RL")
  expect(formatPostcode("m11ae")).toBe("M1 1AE")
  expect(formatPostcode("m1 1")).toBe("M11")
})
