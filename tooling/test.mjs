#!/usr/bin/env node
/**
 * The second half of `npm test`, after the installation: runs every check and every test, even when one fails.
 * Integration tests of the backend mostly wait, for a poll or a mail, so everything before the journeys runs beside them.
 * What failed is listed at the end. The last line is `N passed, N failed`, which the CI reads.
 * `--quick` leaves out the tests that need servers. `--all` adds the slow specs, more journeys, those of the plugin in a bare application, and rules of
 * the linter.
 */
import { execa } from "execa"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readTestReport } from "./test-report.mjs"

const CHECKS = ["format", "lint", "import-rules", "types", "dead-code"]
const IS_QUICK = process.argv.includes("--quick")
const IS_ALL = process.argv.includes("--all")
if (IS_ALL) Object.assign(process.env, { LINT: "all", JOURNEYS: "all" })
/** @type {(names: string[]) => string[]} */
const projects = (names) => ["vitest", "run", ...names.flatMap((name) => ["--project", name])]
const PARTS = projects(["modules-integration", ...(IS_ALL ? ["sandbox-integration"] : [])])
const BACKEND = projects(["*-server-integration", ...(IS_ALL ? ["slow"] : [])])

const reports = await mkdtemp(join(tmpdir(), "shop-reports-"))
/** @type {string[]} */
const times = []
/** @type {string[]} */
const failures = []
/** @type {string[]} */
const skipped = []
let passed = 0

/** @type {<T>(name: string, work: () => Promise<T>) => Promise<T>} */
const timed = async (name, work) => {
  const startedAt = Date.now()
  console.log(`\n── ${name} ──`)
  const result = await work()
  times.push(`${name} ${Math.round((Date.now() - startedAt) / 1000)} s`)
  return result
}

/** Two at a time; the output of each is printed when it ends. */
const runChecks = () =>
  timed("checks", async () => {
    const next = CHECKS[Symbol.iterator]()
    const work = async () => {
      for (const check of next) {
        const { all, failed } = await execa("npm", ["run", "--silent", check], { all: true, reject: false })
        if (all) console.log(all)
        if (failed) failures.push(`${check}: see its output above`)
      }
    }
    await Promise.all([work(), work()])
  })

/** @type {(name: string, [command, ...args]: string[]) => Promise<void>} */
const runTests = (name, [command = "", ...args]) =>
  timed(name, async () => {
    const report = join(reports, `${name}.json`)
    const reporters = name.startsWith("journeys")
      ? ["--reporter=list,json"]
      : ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const { failed } = await execa(command, [...args, ...reporters], {
      preferLocal: true,
      stdio: "inherit",
      reject: false,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const counted = await readTestReport(report)
    passed += counted.passed
    skipped.push(...counted.skipped)
    failures.push(...counted.failures.map((failure) => `${name}: ${failure}`))
    if (counted.passed === 0) failures.push(`${name}: no test passed`)
    // A file that does not load fails the run without failing a test.
    else if (failed && counted.failures.length === 0) failures.push(`${name}: see its output above`)
  })

const withoutBackend = async () => {
  await runChecks()
  await runTests("unit", ["npm", "run", "--silent", "unit", "--"])
  if (IS_QUICK) return
  await runTests("integration of parts", PARTS)
  await timed("build for the journeys", async () => {
    const build = await execa("node", ["--import", "tsx", "e2e/stack/build.ts"], {
      stdio: "inherit",
      reject: false,
    })
    if (build.failed) failures.push("build for the journeys: see its output above")
  })
}
await Promise.all(
  IS_QUICK ? [withoutBackend()] : [withoutBackend(), runTests("integration of the backend", BACKEND)],
)
if (!IS_QUICK) await runTests("journeys", ["npm", "run", "--silent", "journeys", "--"])
if (IS_ALL)
  await runTests("journeys of the plugin", ["playwright", "test", "--config", "e2e/plugin.config.ts"])
await rm(reports, { recursive: true, force: true })

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((text) => `  ✘ ${text}`).join("\n")}`)
if (skipped.length > 0)
  console.log(`\nSkipped on this machine:\n${skipped.map((text) => `  ${text}`).join("\n")}`)
console.log(`\n${times.join(", ")}`)
console.log(
  `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
