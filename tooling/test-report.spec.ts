import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readTestReport } from "./test-report.mjs"

const root = join(import.meta.dirname, "..")
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "test-report-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("readTestReport", () => {
  it("counts passed, failed and skipped tests of a real Vitest run", async () => {
    const report = join(folder, "vitest.json")
    writeFileSync(
      join(folder, "till.spec.mjs"),
      `test("gives change", () => {})
       test("takes money", () => { throw new Error("the till is empty") })
       test("closes: has no lock here", ({ skip }) => skip())`,
    )
    const args = ["vitest", "run", "--root", folder, "--globals", "--reporter=json", `--outputFile=${report}`]
    spawnSync("npx", args, { cwd: root })
    const counted = await readTestReport(report)
    expect(counted).toMatchObject({ passed: 1, skipped: ["closes: has no lock here"] })
    expect(counted.failures).toHaveLength(1)
    expect(counted.failures[0]).toMatch(/till\.spec\.mjs › takes money \(failed\)\n +.*the till is empty/)
  })

  it("counts passed and failed tests of a Playwright run", async () => {
    const report = join(folder, "playwright.json")
    const spec = (title: string, status: string, message?: string) => ({
      title,
      tests: [{ projectName: "phone", status, results: [{ errors: message ? [{ message }] : [] }] }],
    })
    writeFileSync(
      report,
      JSON.stringify({
        stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
        suites: [
          {
            title: "till.spec.ts",
            specs: [spec("gives change", "expected")],
            suites: [{ title: "at noon", specs: [spec("takes money", "unexpected", "the till is empty")] }],
          },
        ],
        errors: [],
      }),
    )
    expect(await readTestReport(report)).toEqual({
      passed: 1,
      failures: ["[phone] till.spec.ts › at noon › takes money (unexpected)\n      the till is empty"],
      skipped: [],
    })
  })

  it("counts no test where a run wrote no report", async () => {
    expect(await readTestReport(join(folder, "nothing.json"))).toMatchObject({ passed: 0, failures: [] })
  })
})
