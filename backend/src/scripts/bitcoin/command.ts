import { parseArgs, type ParseArgsConfig } from "node:util"

/** A failure that is told in a sentence, without a stack. */
export class Told extends Error {}

/** A person is needed. */
export const NEEDS_A_PERSON = 1
/** It could not be told: wrong words, a stopped database. */
const COULD_NOT = 2

/** What was typed after the command. @throws Told with the usage when it does not fit */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ options, allowPositionals: false }).values
  } catch (error) {
    // Node's own sentence names the word that does not fit; there are no secrets among these.
    throw new Told(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/**
 * Runs a command to its end: `work` answers the exit code. `--help` tells the usage and does nothing else.
 */
export async function runCommand(usage: string, work: () => Promise<number>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    process.stdout.write(`${usage}\n`)
    return
  }
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = COULD_NOT
    const says = error instanceof Told ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${says}\n`)
  }
}
