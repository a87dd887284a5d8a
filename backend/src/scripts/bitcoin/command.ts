import { parseArgs, type ParseArgsConfig } from "node:util"
import { reasonOf } from "../../platform/config/reason"

/** An error that is reported as a sentence, without a stack. */
export class UserError extends Error {}

/** Staff must act. */
export const EXIT_ACTION_NEEDED = 1
/** The command failed: wrong arguments, a stopped database. */
const EXIT_FAILED = 2

/** The arguments after the command. @throws UserError with the usage when they are invalid */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
) {
  // `--from-height -5` names a wrong height, and no option.
  const words = process.argv.slice(2).reduce<string[]>((before, word) => {
    const option = /^-\d/.test(word) ? before.at(-1) : undefined
    return option === undefined ? [...before, word] : [...before.slice(0, -1), `${option}=${word}`]
  }, [])
  try {
    return parseArgs({ args: words, options, allowPositionals: false }).values
  } catch (error) {
    // Node's own message names the invalid argument; arguments contain no secrets.
    throw new UserError(`${reasonOf(error)}\n\n${usage}`)
  }
}

/** `work` returns the exit code. */
export async function runCommand(usage: string, work: () => Promise<number>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    process.stdout.write(`${usage}\n`)
    return
  }
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = EXIT_FAILED
    const says =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${says}\n`)
  }
}
