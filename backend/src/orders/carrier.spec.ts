import { expect, it } from "vitest"
import { carrierOf } from "./carrier"

it.each([
  ["https://www.royalmail.com/track-your-item#/tracking-results/AB1", "Royal Mail"],
  ["https://track.dpd.co.uk/parcels/1", "DPD"],
  ["https://notroyalmail.com/x", null],
  ["https://royalmail.com.evil.test/x", null],
  ["#", null],
  [undefined, null],
])("%s is carried by %s", (url, carrier) => {
  expect(carrierOf(url)).toBe(carrier)
})
