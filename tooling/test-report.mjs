import { readFile } from "node:fs/promises"

/**
 * @typedef {object} Counted
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures each failed test's name, and the first lines of what it said
 * @property {string[]} notTried each test that skipped itself, whose name says what this machine lacks: ESLint
 *   allows no other way to skip
 */

const LINES_OF_A_FAILURE = 8

/** @type {(name: string, said: readonly string[]) => string} */
const failure = (name, said) => {
  const lines = said.join("\n").split("\n")
  return [name, ...lines.filter((line) => line.trim() !== "").slice(0, LINES_OF_A_FAILURE)].join("\n  ")
}

/** @type {(suite: any, above: string) => string[]} */
const playwrightFailures = (suite, above) => {
  const path = [above, suite.title].filter(Boolean).join(" › ")
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      // No journey may skip itself: one that did proved nothing, and failed.
      .filter((/** @type {any} */ test) => test.status !== "expected")
      .map((/** @type {any} */ test) =>
        failure(
          `[${test.projectName}] ${path} › ${spec.title} (${test.status})`,
          test.results.flatMap((/** @type {any} */ result) =>
            result.errors.map((/** @type {any} */ error) => error.message),
          ),
        ),
      ),
  )
  return [
    ...own,
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => playwrightFailures(inner, path)),
  ]
}

/** @type {(report: any) => Counted} */
const ofPlaywright = ({ stats, suites, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
  failures: [
    ...suites.flatMap((/** @type {any} */ suite) => playwrightFailures(suite, "")),
    ...errors.map((/** @type {any} */ error) => failure("outside of any test", [error.message])),
  ],
  notTried: [],
})

/** @type {(report: any) => Counted} */
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numTodoTests,
  failures: report.testResults.flatMap((/** @type {any} */ file) => [
    ...file.assertionResults
      .filter((/** @type {any} */ test) => test.status === "failed" || test.status === "todo")
      .map((/** @type {any} */ test) =>
        failure(`${file.name} › ${test.fullName} (${test.status})`, test.failureMessages),
      ),
    ...(file.message ? [failure(file.name, [file.message])] : []),
  ]),
  notTried: report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => ["skipped", "pending"].includes(test.status))
      .map((/** @type {any} */ test) => test.fullName),
  ),
})

/**
 * What a run's JSON report counts and what failed in it.
 *
 * @param {string} file written by `vitest --reporter=json` or `playwright test --reporter=json`
 * @returns {Promise<Counted | undefined>} undefined where the run wrote no report
 */
export const readTestReport = async (file) => {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  const report = JSON.parse(text)
  return report.stats ? ofPlaywright(report) : ofVitest(report)
}
