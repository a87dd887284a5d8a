import { Explained } from "../process/explain.js"

/** Runs a command of the developer's: its answer on the screen, or one sentence about what is wrong. */
export function runCommand(command: (words: string[]) => Promise<string[]>): void {
  command(process.argv.slice(2)).then(
    (lines) => process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`),
    (error: unknown) => {
      if (error instanceof Explained) {
        process.stderr.write(`\n  ${[error.message, ...error.detail].join("\n  ")}\n\n`)
      } else {
        console.error(error)
      }
      process.exitCode = 1
    },
  )
}
