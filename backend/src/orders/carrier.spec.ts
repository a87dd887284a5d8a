import { expect, it } from "vitest"
import { carrierOf, trackingUrlOf } from "./carrier"

it.each([
  ["AB123456785GB", "https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB"],
  ["ab 1234 5678 5gb", "https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB"],
  ["AB123456785DE", null],
  ["H00ABC1234567890", null],
])("%s is followed at %s", (number, url) => {
  expect(trackingUrlOf(number)).toBe(url)
})

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
