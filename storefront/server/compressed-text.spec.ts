import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { encodingFor, CompressedText } from "./compressed-text"

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, *;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["GZIP", "gzip"],
  ["identity", null],
  ["", null],
  [undefined, null],
])("a client that accepts %s gets %s", (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))

test("a text is compressed once, and decompresses to itself", async () => {
  const body = new CompressedText("Käse & honey ".repeat(500))
  const [first, again, zipped] = await Promise.all([body.in("br"), body.in("br"), body.in("gzip")])
  expect(again).toBe(first)
  expect(first.byteLength).toBeLessThan(200)
  expect(brotliDecompressSync(first).toString()).toBe(body.text)
  expect(gunzipSync(zipped).toString()).toBe(body.text)
})
