import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runCommand } from "./run-steps.mjs"
import { readTestReport } from "./test-report.mjs"

const root = join(import.meta.dirname, "..")
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "test-report-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe("the report of a test run", () => {
  it("counts and names what failed and what was not tried in a real run of vitest", async () => {
    const report = join(folder, "vitest.json")
    await writeFile(
      join(folder, "till.spec.mjs"),
      `test("gives change", () => {})
       test("takes money", () => { throw new Error("the till is empty") })
       test("closes: has no lock here", ({ skip }) => skip())`,
    )
    await runCommand(`npx vitest run --root "${folder}" --globals --reporter=json --outputFile="${report}"`, {
      cwd: root,
    })
    const counted = await readTestReport(report)
    expect(counted).toMatchObject({ passed: 1, failed: 1, notTried: ["closes: has no lock here"] })
    expect(counted?.failures).toHaveLength(1)
    expect(counted?.failures[0]).toMatch(/till\.spec\.mjs › takes money \(failed\)\n {2}.*the till is empty/)
  })

  it("counts and names what failed in a run of Playwright", async () => {
    const report = join(folder, "playwright.json")
    const spec = (title: string, status: string, message?: string) => ({
      title,
      tests: [{ projectName: "phone", status, results: [{ errors: message ? [{ message }] : [] }] }],
    })
    await writeFile(
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
      failed: 1,
      failures: ["[phone] till.spec.ts › at noon › takes money (unexpected)\n  the till is empty"],
      notTried: [],
    })
  })

  it("says that a run wrote none", async () => {
    expect(await readTestReport(join(folder, "nothing.json"))).toBeUndefined()
  })
})
