import { reasonOf } from "./reason"
import { parseEnvironment } from "./environment"
import type { Environment } from "./schema"
import { readSecretFiles } from "./secret-files"

function readOnce(): Environment {
  try {
    return parseEnvironment(readSecretFiles(process.env))
  } catch (error) {
    // The operator reads this: a list of sentences, no stack trace.
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exit(1)
  }
}

export const environment = readOnce()
