import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { tagsFor } from "./assets"

const MANIFEST = {
  "src/app/load-scripts.ts": { file: "assets/load-scripts.js" },
  "src/app/entry-client.tsx": { file: "assets/entry.js", imports: ["_vendor.js"] },
  "_vendor.js": { file: "assets/vendor.js" },
  "src/pages/home.tsx": { file: "assets/home.js", imports: ["_vendor.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/pages/faq.tsx": { file: "assets/faq.js" },
  "style.css": { file: "assets/style.css" },
  "text-core.woff2": { file: "assets/text-core-wght.woff2" },
  "text.woff2": { file: "assets/text-latin-wght.woff2" },
}

const htmlFor = (pageId: string) => renderToStaticMarkup(tagsFor(MANIFEST, pageId))

test("a page names its own scripts and all they import, each once, dependencies first, and no other page's", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(tags).toContain('<script type="module" src="/assets/load-scripts.js" id="start"')
  expect(/data-scripts="([^"]+)"/.exec(tags)?.[1]?.split(" ")).toEqual([
    "/assets/vendor.js",
    "/assets/shared.js",
    "/assets/home.js",
    "/assets/entry.js",
  ])
})

test("the browser is told of no other script than the first: the page itself comes before them", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(tags.match(/ (?:src|href)="[^"]+\.js"/g)).toEqual([' src="/assets/load-scripts.js"'])
})

test("style and the fonts of every page's letters are named on every page", () => {
  const tags = htmlFor("src/pages/faq.tsx")
  expect(tags).toContain('rel="stylesheet" href="/assets/style.css"')
  expect(tags).toMatch(/as="font"[^>]*crossorigin="" href="\/assets\/text-core-wght.woff2"/)
  expect(tags).not.toContain("text-latin")
})

test("a build without its entry is a plain sentence", () => {
  expect(() => tagsFor({}, "src/pages/faq.tsx")).toThrow("build the storefront again")
})
