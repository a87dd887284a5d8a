import { readFile } from "node:fs/promises"

/**
 * How many tests a run's JSON report counts. A test that was skipped counts as failed: it proved nothing.
 *
 * @param {string} file written by `vitest --reporter=json` or `playwright test --reporter=json`
 * @returns {Promise<{ passed: number, failed: number } | undefined>} undefined where the run wrote no report
 */
export const readTestReport = async (file) => {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  const report = JSON.parse(text)
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats
    return { passed: expected, failed: unexpected + flaky + skipped }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
  }
}
