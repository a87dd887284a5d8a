#!/usr/bin/env node
/**
 * `npm test`: installs what is missing and runs every check there is, on a fresh clone too.
 * `npm run verify:quick`: the fast part, for the minute before a commit. Needs Node and npm, nothing else.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runCommand, runSteps } from "./run-steps.mjs"
import { readTestReport } from "./test-report.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const reports = await mkdtemp(join(tmpdir(), "shop-reports-"))
// Colours and cursor movements have no place in a report; a parent's FORCE_COLOR would contradict NO_COLOR.
const { FORCE_COLOR: _, ...parent } = process.env
const env = { ...parent, NO_COLOR: "1", CI: "1" }

/** @type {(name: string, what: string, line: string, essential?: boolean) => import("./run-steps.mjs").Step} */
const command = (name, what, line, essential = false) => ({
  name,
  what,
  essential,
  run: async (onLine) => {
    const { code, output } = await runCommand(line, { cwd: root, env, onLine })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  },
})

/** @type {(name: string, what: string, line: (report: string) => string) => import("./run-steps.mjs").Step} */
const tests = (name, what, line) => ({
  name,
  what,
  run: async (onLine) => {
    const report = join(reports, `${name}.json`)
    const { code, output } = await runCommand(line(report), { cwd: root, env, onLine })
    const counted = (await readTestReport(report)) ?? { passed: 0, failed: 0, failures: [], notTried: [] }
    // A file that would not load fails the run without failing a test; and a run of no tests proves nothing.
    const failedOtherwise = (code !== 0 || counted.passed === 0) && counted.failed === 0 ? 1 : 0
    return { ...counted, failed: counted.failed + failedOtherwise, output }
  },
})

/** @type {(report: string) => string} */
const vitestReport = (report) => `--reporter=default --reporter=json --outputFile.json="${report}"`

/** @type {import("./run-steps.mjs").Step[]} */
const quick = [
  command("install", "every workspace, as the lock file says", "node sandbox/bin/start.mjs install", true),
  command("contracts", "build the schemas that both sides import", "npm run build -w contracts", true),
  command("format", "Prettier over every file", "npm run format"),
  command("lint", "ESLint with types, no warning allowed", "npm run lint"),
  command("import rules", "dependency-cruiser: imports run one way", "npm run import-rules"),
  command("types", "strict TypeScript in every workspace", "npm run types"),
  command("dead code", "knip: no unused file, export or dependency", "npm run dead-code"),
  tests("unit", "vitest, no server needed", (report) => `npm run unit -- ${vitestReport(report)}`),
]

const full = [
  ...quick,
  tests(
    "integration",
    "the backend over HTTP on a real Postgres",
    (report) => `npm run integration -- ${vitestReport(report)}`,
  ),
  tests(
    "journeys",
    "builds the shop as for production and walks through it in a real browser",
    (report) => `PLAYWRIGHT_JSON_OUTPUT_NAME="${report}" npm run journeys -- --reporter=list,json`,
  ),
]

const passed = await runSteps(process.argv.includes("--quick") ? quick : full)
await rm(reports, { recursive: true, force: true })
process.exitCode = passed ? 0 : 1
