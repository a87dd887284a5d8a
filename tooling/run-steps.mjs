import { spawn } from "node:child_process"

/**
 * @typedef {object} Outcome
 * @property {number} passed checks that held; a step that counts none is one check
 * @property {number} failed
 * @property {string} output everything the step printed
 * @property {readonly string[]} [notTried] tests that this machine lacks something for
 * @property {readonly string[]} [failures] what failed, where the step knows it by name
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} what it does, in words for a newcomer
 * @property {(progress: (line: string) => void) => Promise<Outcome>} run
 * @property {boolean} [essential] nothing after it makes sense when it fails
 */

const HEARTBEAT_MS = 20_000

/** @type {(since: number) => string} how long ago that was, for a reader */
const elapsed = (since) => {
  const seconds = (Date.now() - since) / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** @type {(text: string) => string} */
const indented = (text) => text.trimEnd().replace(/^/gm, "    ")

/**
 * Runs the steps one after another, saying what each does and how long it took; a step that fails shows
 * what failed in it and then its whole output, and the rest still run, unless it was essential. What failed is
 * said once more at the end, where it is looked for, and so is what was not tried; the last line is `N passed, N failed`.
 *
 * @param {readonly Step[]} steps
 * @param {(line: string) => void} [print]
 * @returns {Promise<boolean>} whether everything passed
 */
export const runSteps = async (steps, print = (line) => void process.stdout.write(`${line}\n`)) => {
  const began = Date.now()
  const total = { passed: 0, failed: 0 }
  /** @type {{ name: string, failures: readonly string[] }[]} */
  const fallen = []
  /** @type {string[]} */
  const notTried = []

  for (const [index, step] of steps.entries()) {
    const stepBegan = Date.now()
    let lastLine = ""
    print(`[${index + 1}/${steps.length}] ${step.name}: ${step.what}`)
    const heartbeat = setInterval(
      () => print(`    … ${elapsed(stepBegan)} ${lastLine}`.trimEnd()),
      HEARTBEAT_MS,
    )
    /** @type {Outcome} */
    const outcome = await step
      .run((line) => (lastLine = line.slice(0, 100)))
      .catch((/** @type {unknown} */ error) => ({
        passed: 0,
        failed: 1,
        output: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }))
    clearInterval(heartbeat)

    total.passed += outcome.passed
    total.failed += outcome.failed
    notTried.push(...(outcome.notTried ?? []))
    if (outcome.failed === 0) {
      print(`    passed in ${elapsed(stepBegan)}${outcome.passed > 1 ? ` (${outcome.passed} checks)` : ""}`)
      continue
    }
    const failures = outcome.failures ?? []
    fallen.push({ name: step.name, failures })
    print(`    FAILED after ${elapsed(stepBegan)}`)
    for (const failure of failures) print(indented(`✘ ${failure}`))
    print("    All that it said:")
    print(indented(outcome.output))
    if (step.essential && index + 1 < steps.length) {
      print(`    The remaining ${steps.length - index - 1} steps need this one and were not run.`)
      break
    }
  }

  if (fallen.length > 0) print(`\nFailed: ${fallen.map(({ name }) => name).join(", ")}`)
  for (const { name, failures } of fallen)
    for (const failure of failures) print(indented(`✘ ${name}: ${failure}`))
  if (notTried.length > 0) print("\nNot tried on this machine:")
  for (const name of notTried) print(indented(name))
  print(`\n${elapsed(began)} in all.`)
  print(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}

/**
 * @param {string} command run by the shell
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} options
 * @returns {Promise<{ code: number, output: string }>} its exit code, and all that it printed
 */
export const runCommand = (command, { cwd, env, onLine }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const collect = (/** @type {Buffer} */ chunk) => {
      const text = chunk.toString()
      output += text
      const line = text.trim().split("\n").at(-1)
      if (line) onLine?.(line)
    }
    child.stdout.on("data", collect)
    child.stderr.on("data", collect)
    child.once("error", reject)
    child.once("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\n(ended by ${signal})` : output }),
    )
  })
