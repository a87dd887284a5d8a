import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"

const SOURCE = join(import.meta.dirname, "..")
/** What follows such a selector is styled again after every change of the page, on a list 80 to 140 elements. */
const LOOKS_IN_ALL_OF_THE_PAGE = /(?:html|body|:root):has\([^{]*?\)[\s>+~]+[^\s>+~{,][^{]*/g

test("no rule styles an element by what is anywhere in the page: the page's own element passes a property on", async () => {
  const files = (await readdir(SOURCE, { recursive: true })).filter((file) => file.endsWith(".css"))
  expect(files.length).toBeGreaterThan(30)
  const found = await Promise.all(
    files.map(async (file) => (await readFile(join(SOURCE, file), "utf8")).match(LOOKS_IN_ALL_OF_THE_PAGE)),
  )
  expect(found.flatMap((rules) => rules ?? [])).toEqual([])
  expect("body:has(.bar) :is(.a, .b) {".match(LOOKS_IN_ALL_OF_THE_PAGE)).not.toBeNull()
  expect("html:has(dialog[open]) {".match(LOOKS_IN_ALL_OF_THE_PAGE)).toBeNull()
})
