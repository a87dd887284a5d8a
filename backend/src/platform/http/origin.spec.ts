import { describe, expect, it, vi } from "vitest"
import { isSameOrigin } from "./origin"

vi.mock("../config", () => ({
  environment: { PUBLIC_URL: "https://shop.test", WRITES_PER_MINUTE: 120, ORDER_READS_PER_MINUTE: 120 },
}))

const nothing = { origin: undefined, fetchSite: undefined, host: "shop.test", publicUrl: "https://shop.test" }

describe("the origin of a write", () => {
  it.each([
    ["a program that is not a browser", nothing],
    ["the shop's public address", { ...nothing, origin: "https://shop.test", host: "10.0.0.5:9000" }],
    [
      "the requested host, with its port",
      { ...nothing, origin: "http://192.168.1.7:8000", host: "192.168.1.7:8000" },
    ],
    ["our own page, according to the browser", { ...nothing, fetchSite: "same-origin" }],
    ["the address bar", { ...nothing, fetchSite: "none" }],
  ])("accepts %s", (_name, request) => {
    expect(isSameOrigin(request)).toBe(true)
  })

  it.each([
    ["another site", { ...nothing, origin: "https://evil.test" }],
    ["another port of the same machine", { ...nothing, origin: "http://shop.test:8001" }],
    ["a host that only starts like ours", { ...nothing, origin: "https://shop.test.evil.test" }],
    ["a sandboxed frame, whose origin is null", { ...nothing, origin: "null" }],
    [
      "a cross-site page with our origin",
      { ...nothing, origin: "https://shop.test", fetchSite: "cross-site" },
    ],
    ["another site under the same domain", { ...nothing, fetchSite: "same-site" }],
    ["an origin when the host is unknown", { ...nothing, origin: "https://evil.test", host: undefined }],
  ])("rejects %s", (_name, request) => {
    expect(isSameOrigin(request)).toBe(false)
  })
})
