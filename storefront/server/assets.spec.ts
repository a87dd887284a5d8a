import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { assetsOf, startScript, inlineText } from "./assets"

const MANIFEST = {
  "src/app/entry-client.tsx": { file: "assets/entry.js", css: ["assets/style.css"], imports: ["_vendor.js"] },
  "_vendor.js": { file: "assets/vendor.js" },
  "src/pages/home.tsx": { file: "assets/home.js", imports: ["_vendor.js", "_shared.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/pages/faq.tsx": { file: "assets/faq.js" },
  "text-core.woff2": { file: "assets/text-core-wght.woff2" },
  "text.woff2": { file: "assets/text-latin-wght.woff2" },
}

const INLINE = { styles: inlineText("a>b{color:red}"), start: startScript("start()") }

const htmlFor = (pageId: string) => renderToStaticMarkup(assetsOf(MANIFEST, pageId, INLINE).tags)

test("a page lists its own scripts and their imports, each once, dependencies first", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(/data-scripts="([^"]+)"/.exec(tags)?.[1]?.split(" ")).toEqual([
    "/assets/vendor.js",
    "/assets/shared.js",
    "/assets/home.js",
    "/assets/entry.js",
  ])
})

test("the HTML contains the first script and references no other, so that the page loads before them", () => {
  const tags = htmlFor("src/pages/home.tsx")
  expect(tags.match(/ (?:src|href)="[^"]+\.js"/g)).toBeNull()
  expect(tags).toContain(">(()=>{start()})()</script>")
})

test.each([
  'import{x}from"./x.js";start()',
  'start();import{x}from"./x.js"',
  "var x=1;export{x}",
  'import"./x.js"',
  "start();export default 1",
])("a first script that is more than one file is refused: %s", (code) => {
  expect(() => startScript(code)).toThrow("not on its own")
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
  expect(() => assetsOf({}, "src/pages/faq.tsx", INLINE)).toThrow("build the storefront again")
})
