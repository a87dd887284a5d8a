import { describe, expect, it } from "vitest"
import { isSameOrigin } from "./provenance"

const nothing = { origin: undefined, fetchSite: undefined, host: "shop.test", publicUrl: "https://shop.test" }

describe("where a write comes from", () => {
  it.each([
    ["a program, which is no browser", nothing],
    ["the shop's public address", { ...nothing, origin: "https://shop.test", host: "10.0.0.5:9000" }],
    [
      "the very host that was asked, with its port",
      { ...nothing, origin: "http://192.168.1.7:8000", host: "192.168.1.7:8000" },
    ],
    ["our own page, by the browser's word", { ...nothing, fetchSite: "same-origin" }],
    ["the address bar", { ...nothing, fetchSite: "none" }],
  ])("lets through %s", (_name, provenance) => {
    expect(isSameOrigin(provenance)).toBe(true)
  })

  it.each([
    ["another site", { ...nothing, origin: "https://evil.test" }],
    ["another port of the same machine", { ...nothing, origin: "http://shop.test:8001" }],
    ["a host that only begins like ours", { ...nothing, origin: "https://shop.test.evil.test" }],
    ["a sandboxed frame, whose origin is null", { ...nothing, origin: "null" }],
    [
      "a cross-site page, whatever its origin says",
      { ...nothing, origin: "https://shop.test", fetchSite: "cross-site" },
    ],
    ["a neighbour under the same domain", { ...nothing, fetchSite: "same-site" }],
    ["an origin when the host is unknown", { ...nothing, origin: "https://evil.test", host: undefined }],
  ])("refuses %s", (_name, provenance) => {
    expect(isSameOrigin(provenance)).toBe(false)
  })
})
