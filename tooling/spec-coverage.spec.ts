import { existsSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { faultsIn, rowsOf } from "./spec-coverage.js"

const root = new URL("..", import.meta.url)
const readFromTree = (path: string) => {
  const file = fileURLToPath(new URL(path, root))
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : null
}

it("every statement of the specification names a file that does it and a test that proves it", () => {
  const table = readFromTree("docs/spec-coverage.md") ?? ""
  expect(rowsOf(table).length).toBeGreaterThan(150)
  expect(faultsIn(table, readFromTree)).toEqual([])
})

const FILES: Record<string, string> = {
  "src/header.tsx": "…",
  "e2e/header.spec.ts": `test("the header has its links", async () => {})`,
}
const readPlanted = (path: string) => FILES[path] ?? null
const row = (
  id: string,
  files = "`src/header.tsx`",
  proof = "`e2e/header.spec.ts` the header has its links",
) => `| ${id} | Links in the header | ${files} | ${proof} |`
const sections = ["3", "4", "5", "8", "9"].map((section) => row(`S${section}.header.1`))
const faultsOf = (...rows: string[]) => faultsIn([...rows, ...sections].join("\n"), readPlanted)

it("finds nothing wrong with a table that is whole", () => {
  expect(faultsOf(row("S2.header.1"), row("S2.header.2"))).toEqual([])
})

it.each([
  ["a row without a test", [row("S2.header.1", undefined, "")], "S2.header.1: names no test"],
  ["a row without a file", [row("S2.header.1", "")], "S2.header.1: names no file that does it"],
  ["a file that is gone", [row("S2.header.1", "`src/gone.tsx`")], "S2.header.1: src/gone.tsx does not exist"],
  [
    "a test file that is gone",
    [row("S2.header.1", undefined, "`e2e/gone.spec.ts` the header has its links")],
    "S2.header.1: e2e/gone.spec.ts does not exist",
  ],
  [
    "a test that bears another name by now",
    [row("S2.header.1", undefined, "`e2e/header.spec.ts` the header")],
    'S2.header.1: e2e/header.spec.ts has no test "the header"',
  ],
  ["a number left out", [row("S2.header.1"), row("S2.header.3")], "S2.header.3 should be S2.header.2"],
  ["a section left out", [], "section 2 has no row"],
  [
    "a row that waits and is not about signing in",
    ["## Waits for sign-in", row("S2.header.1")],
    'S2.header.1: only rows about signing in may stand under "Waits for sign-in"',
  ],
])("finds %s", (_, rows, fault) => {
  expect(faultsOf(...rows)).toContain(fault)
})

it("lets a row about signing in wait for its test, under the heading that says so and nowhere else", () => {
  const waiting = row("S2.sign-in.1", "", "")
  const after = "## 3. Entities"
  expect(faultsOf(row("S2.header.1"), "## Waits for sign-in", waiting, after)).toEqual([])
  expect(faultsOf(row("S2.header.1"), waiting, after)).toContain("S2.sign-in.1: names no test")
})
