import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { z } from "zod"

const root = fileURLToPath(new URL("..", import.meta.url))
const examples = join(root, "backend/integration/examples")
const page = readFileSync(join(root, "docs/extending.md"), "utf8")

/** The page's code by the file that its first line names; code without a name is a part of something. */
const quoted = new Map(
  [...page.matchAll(/^```ts\n\/\/ (src\/\S+)\n(.*?)^```$/gms)].map(([, file = "", code = ""]) => [
    file,
    code,
  ]),
)
const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && statSync(join(examples, file)).isFile(),
)

it("docs/extending.md quotes every example, and nothing else", () => {
  expect([...quoted.keys()].sort()).toEqual([...files].sort())
})

it.each(files)("docs/extending.md quotes %s word for word", (file) => {
  expect(quoted.get(file)).toBe(readFileSync(join(examples, file), "utf8"))
})

it("docs/extending.md shows each line that goes into medusa-config.ts", () => {
  const lines = z
    .array(z.object({ add: z.string() }))
    .parse(JSON.parse(readFileSync(join(examples, "medusa-config.json"), "utf8")))
  expect(lines.length).toBe(4)
  for (const { add } of lines) expect(page).toContain(add.replace(/^, /, ""))
})

it("CONTRIBUTING.md names every file of the example of a new field", () => {
  const recipe = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("## A new field of an order")[1]
  const edits = z
    .array(z.object({ file: z.string() }))
    .parse(JSON.parse(readFileSync(join(examples, "gift-message.json"), "utf8")))
  for (const { file } of edits) expect(recipe).toContain(basename(file))
})
