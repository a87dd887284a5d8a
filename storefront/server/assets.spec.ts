import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { assetsOf } from "./assets"

const MANIFEST = {
  "src/app/load-scripts.ts": { file: "assets/load-scripts.js" },
  "src/app/entry-client.tsx": { file: "assets/entry.js", css: ["assets/style.css"], imports: ["_vendor.js"] },
  "_vendor.js": { file: "assets/vendor.js" },
  "src/pages/home.tsx": { file: "assets/home.js", imports: ["_vendor.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/pages/faq.tsx": { file: "assets/faq.js" },
  "text-core.woff2": { file: "assets/text-core-wght.woff2" },
  "text.woff2": { file: "assets/text-latin-wght.woff2" },
}

const STYLES = { css: "a>b{color:red}", hash: "'sha256-x'" }

const htmlFor = (pageId: string) => renderToStaticMarkup(assetsOf(MANIFEST, pageId, STYLES).tags)

test("a page lists its own scripts and their imports, each once, dependencies first", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(tags).toContain('<script type="module" src="/assets/load-scripts.js" id="start"')
  expect(/data-scripts="([^"]+)"/.exec(tags)?.[1]?.split(" ")).toEqual([
    "/assets/vendor.js",
    "/assets/shared.js",
    "/assets/home.js",
    "/assets/entry.js",
  ])
})

test("the HTML references only the first script, so that the page loads before the others", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(tags.match(/ (?:src|href)="[^"]+\.js"/g)).toEqual([' src="/assets/load-scripts.js"'])
})

test("no page waits for a style sheet: the first script loads it, and a browser without scripts does", () => {
  const tags = htmlFor("src/pages/faq.tsx")
  expect(tags).toContain("<style>a>b{color:red}</style>")
  expect(tags).toContain('data-styles="/assets/style.css"')
  const withoutScripts = '<noscript><link rel="stylesheet" href="/assets/style.css"/></noscript>'
  expect(tags).toContain(withoutScripts)
  expect(tags.replace(withoutScripts, "")).not.toContain("stylesheet")
})

test("every page references the core fonts", () => {
  const tags = htmlFor("src/pages/faq.tsx")
  expect(tags).toMatch(/as="font"[^>]*crossorigin="" href="\/assets\/text-core-wght.woff2"/)
  expect(tags).not.toContain("text-latin")
})

test("a build without its entry fails with a clear message", () => {
  expect(() => assetsOf({}, "src/pages/faq.tsx", STYLES)).toThrow("build the storefront again")
})
