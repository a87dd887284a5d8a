import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { faultsIn, rowsOf } from "./spec-coverage.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8")

it("every statement of the specification names a test that proves it", () => {
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  const paths = list.toString().split("\n")
  const specs = paths.filter((path) => /\.spec\.tsx?$/.test(path) && existsSync(`${root}/${path}`))
  const table = read("docs/spec-coverage.md")
  expect(rowsOf(table).length).toBeGreaterThan(150)
  expect(
    faultsIn(
      { table, interpretations: read("docs/spec-interpreted.md") },
      new Map(specs.map((path) => [path, read(path)])),
    ),
  ).toEqual([])
})

const SPECS = new Map([
  ["e2e/journeys/header.spec.ts", `test("the header has its links", async () => {})`],
  ["storefront/server/header.spec.tsx", `test("the header has a badge"); test("the header has a count")`],
])
const row = (id: string, proof = "`journeys/header` the header has its") =>
  `| ${id} | Links in the header | ${proof} |`
const sections = ["3", "4", "5", "8", "9"].map((section) => row(`S${section}.header.1`))
const faultsOf = (rows: string[], interpretations = "") =>
  faultsIn({ table: [...rows, ...sections].join("\n"), interpretations }, SPECS)

it("finds nothing wrong with a table that is whole", () => {
  const second = "|  |  | `server/header` the header has a badge |"
  expect(faultsOf([row("S2.header.1"), second, row("S2.header.2 \\*")], "- **S2.header.2** So.")).toEqual([])
})

it.each([
  ["a row without a test", [row("S2.header.1", "")], "S2.header.1: names no test"],
  ["a test file that is gone", [row("S2.header.1", "`gone` it")], 'S2.header.1: "`gone` it" names no test'],
  ["a name of two files", [row("S2.header.1", "`header` the")], 'S2.header.1: "header" names several files'],
  [
    "a test that bears another name by now",
    [row("S2.header.1", "`journeys/header` its links")],
    'S2.header.1: e2e/journeys/header.spec.ts has 0 tests that begin with "its links"',
  ],
  [
    "a beginning of two titles, below another test",
    [row("S2.header.1"), "|  |  | `server/header` the header |"],
    'S2.header.1: storefront/server/header.spec.tsx has 2 tests that begin with "the header"',
  ],
  ["a number left out", [row("S2.header.1"), row("S2.header.3")], "S2.header.3 should be S2.header.2"],
  ["a section left out", [], "section 2 has no row"],
  [
    "a mark without its interpretation",
    [row("S2.header.1 \\*")],
    "S2.header.1: its interpretation is missing",
  ],
])("finds %s", (_, rows, fault) => {
  expect(faultsOf(rows)).toContain(fault)
})

it("finds an interpretation that the table does not mark", () => {
  expect(faultsOf([row("S2.header.1")], "- **S2.header.1** So.")).toContain(
    "S2.header.1: not marked as interpreted",
  )
})
