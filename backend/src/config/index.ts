import { parseEnvironment } from "./environment"
import type { Environment } from "./schema"
import { readSecretFiles } from "./secret-files"

function readOnce(): Environment {
  try {
    return parseEnvironment(readSecretFiles(process.env))
  } catch (error) {
    // A list of plain sentences, not a stack: this is read by the person who starts the shop.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

/** The parsed environment. Reading it anywhere in the backend is safe: a wrong one never gets this far. */
export const environment = readOnce()
