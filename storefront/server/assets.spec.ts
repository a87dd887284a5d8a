import { expect, test } from "vitest"
import { tagsFor } from "./assets"

const MANIFEST = {
  "src/app/entry-client.tsx": { file: "assets/entry.js", imports: ["_vendor.js"] },
  "_vendor.js": { file: "assets/vendor.js" },
  "src/pages/home.tsx": { file: "assets/home.js", imports: ["_vendor.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/pages/faq.tsx": { file: "assets/faq.js" },
  "style.css": { file: "assets/style.css" },
  "text.woff2": { file: "assets/text.woff2" },
}

test("a page names its own scripts and all they import, each once, and no other page's", () => {
  const tags = tagsFor(MANIFEST, "src/pages/home.tsx")
  expect(tags.match(/modulepreload" href="([^"]+)"/g)).toHaveLength(3)
  expect(tags).toContain("/assets/shared.js")
  expect(tags).not.toContain("faq.js")
  expect(tags).toContain('<script type="module" src="/assets/entry.js"></script>')
})

test("style and fonts are named on every page", () => {
  const tags = tagsFor(MANIFEST, undefined)
  expect(tags).toContain('rel="stylesheet" href="/assets/style.css"')
  expect(tags).toMatch(/as="font"[^>]*crossorigin href="\/assets\/text.woff2"/)
})

test("a build without its entry is a plain sentence", () => {
  expect(() => tagsFor({}, undefined)).toThrow("build the storefront again")
})
