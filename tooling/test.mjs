#!/usr/bin/env node
/**
 * The second half of `npm test`, after the installation: runs every check and every test, even when one fails.
 * Integration tests of the backend mostly wait, for a poll or a mail, so everything before the journeys runs beside them.
 * What failed is listed at the end. The last line is `N passed, N failed`, which the CI reads.
 * `--quick` leaves out the tests that need servers. `--all` adds the slow specs, more journeys, and rules of the linter.
 */
import runAll from "npm-run-all2"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readTestReport } from "./test-report.mjs"

const CHECKS = ["format", "lint", "import-rules", "types", "dead-code"]
const IS_QUICK = process.argv.includes("--quick")
const ALL = process.argv.includes("--all") ? ":all" : ""
if (ALL) process.env.LINT = "all"

/** @type {(scripts: string[], options?: object) => Promise<{ name: string, code?: number }[]>} */
const runScripts = (scripts, options) =>
  runAll(scripts, {
    continueOnError: true,
    stdout: process.stdout,
    stderr: process.stderr,
    ...options,
  }).catch((/** @type {{ results: { name: string, code?: number }[] }} */ error) => error.results)

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

/** @type {(name: string, scripts: string[], options?: object) => Promise<void>} */
const runAllOf = (name, scripts, options) =>
  timed(name, async () => {
    for (const result of await runScripts(scripts, options))
      if (result.code !== 0) failures.push(`${result.name}: see its output above`)
  })

/** @type {(name: string, script?: string) => Promise<void>} */
const runTests = (name, script = name) =>
  timed(name, async () => {
    const report = join(reports, `${script}.json`)
    const reporters =
      name === "journeys"
        ? "--reporter=list,json"
        : `--reporter=default --reporter=json --outputFile.json=${report}`
    process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report
    const [result] = await runScripts([`${script} -- ${reporters}`])
    const counted = await readTestReport(report)
    passed += counted.passed
    skipped.push(...counted.skipped)
    failures.push(...counted.failures.map((failure) => `${name}: ${failure}`))
    if (counted.passed === 0) failures.push(`${name}: no test passed`)
    // A file that does not load fails the run without failing a test.
    else if (result?.code !== 0 && counted.failures.length === 0)
      failures.push(`${name}: see its output above`)
  })

const withoutBackend = async () => {
  await runAllOf("checks", CHECKS, { parallel: true, maxParallel: 2, aggregateOutput: true })
  await runTests("unit")
  if (IS_QUICK) return
  await runTests("integration of parts", `integration:parts${ALL}`)
  await runAllOf("build for the journeys", ["journeys:build"])
}
await Promise.all(
  IS_QUICK
    ? [withoutBackend()]
    : [withoutBackend(), runTests("integration of the backend", `integration:backend${ALL}`)],
)
if (!IS_QUICK) await runTests("journeys", `journeys${ALL}`)
await rm(reports, { recursive: true, force: true })

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((text) => `  ✘ ${text}`).join("\n")}`)
if (skipped.length > 0)
  console.log(`\nSkipped on this machine:\n${skipped.map((text) => `  ${text}`).join("\n")}`)
console.log(`\n${times.join(", ")}`)
console.log(
  `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
