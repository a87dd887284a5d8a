import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { coreFonts } from "./core-fonts"

test("the core fonts are the output of `npm run fonts -w storefront`", async () => {
  for (const [name, content] of await coreFonts()) {
    const kept = await readFile(join(import.meta.dirname, "../../brands/demo/fonts", name))
    expect(content.equals(kept), name).toBe(true)
  }
})
