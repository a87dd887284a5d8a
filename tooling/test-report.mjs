import { readFile } from "node:fs/promises"

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {string[]} failures one text per failed test: its name and the first lines of its error
 * @property {string[]} skipped the names of skipped tests, which say what this machine lacks
 */

const MAX_ERROR_LINES = 8

/** @type {(name: string, messages: readonly string[]) => string} */
const describeFailure = (name, messages) => {
  const lines = messages.join("\n").split("\n")
  return [name, ...lines.filter((line) => line.trim() !== "").slice(0, MAX_ERROR_LINES)].join("\n      ")
}

/** @type {(suite: any, parents: string) => string[]} */
const playwrightFailures = (suite, parents) => {
  const path = [parents, suite.title].filter(Boolean).join(" › ")
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      // A flaky journey and a skipped one count as failures.
      .filter((/** @type {any} */ test) => test.status !== "expected")
      .map((/** @type {any} */ test) =>
        describeFailure(
          `[${test.projectName}] ${path} › ${spec.title} (${test.status})`,
          test.results.flatMap((/** @type {any} */ result) =>
            result.errors.map((/** @type {any} */ error) => error.message),
          ),
        ),
      ),
  )
  const nested = (suite.suites ?? []).flatMap((/** @type {any} */ inner) => playwrightFailures(inner, path))
  return [...own, ...nested]
}

/** @type {(report: any) => Counts} */
const countPlaywright = ({ stats, suites, errors }) => ({
  passed: stats.expected,
  failures: [
    ...suites.flatMap((/** @type {any} */ suite) => playwrightFailures(suite, "")),
    ...errors.map((/** @type {any} */ error) => describeFailure("outside of any test", [error.message])),
  ],
  skipped: [],
})

/** @type {(report: any) => Counts} */
const countVitest = (report) => ({
  passed: report.numPassedTests,
  failures: report.testResults.flatMap((/** @type {any} */ file) => [
    ...file.assertionResults
      .filter((/** @type {any} */ test) => test.status === "failed" || test.status === "todo")
      .map((/** @type {any} */ test) =>
        describeFailure(`${file.name} › ${test.fullName} (${test.status})`, test.failureMessages),
      ),
    ...(file.message ? [describeFailure(file.name, [file.message])] : []),
  ]),
  skipped: report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => ["skipped", "pending"].includes(test.status))
      .map((/** @type {any} */ test) => test.fullName),
  ),
})

/**
 * Counts the tests of one run. A run without a report counts no test.
 *
 * @param {string} file written by `vitest --reporter=json` or `playwright test --reporter=json`
 * @returns {Promise<Counts>}
 */
export const readTestReport = async (file) => {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return { passed: 0, failures: [], skipped: [] }
  const report = JSON.parse(text)
  return report.stats ? countPlaywright(report) : countVitest(report)
}
