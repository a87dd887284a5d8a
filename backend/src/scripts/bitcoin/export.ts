import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { readArguments, runCommand, UserError } from "./command"
import { addressLines } from "../../payments/bitcoin-addresses-csv"
import { withShopDatabase } from "./shop-database"
import { readShopSettings } from "./shop-settings"

const USAGE = `npm run --silent shop bitcoin:export [-- --out <file>]
  Every address that was given out, with its order, amounts, transactions and rate, as CSV (RFC 4180, UTF-8) for the books.
  To the screen or a pipe, or with --out into a new file. Changes nothing.`

void runCommand(USAGE, async () => {
  const { out } = readArguments(USAGE, { out: { type: "string" } })
  const settings = readShopSettings()
  process.stderr.write(`${settings.foundIn}\n`)
  await withShopDatabase(settings, async (database) => {
    const lines = Readable.from(addressLines(database))
    try {
      if (out === undefined) await pipeline(lines, process.stdout, { end: false })
      // Only for the operator: all addresses together reveal all orders.
      else await pipeline(lines, createWriteStream(out, { flags: "wx", mode: 0o600 }))
    } catch (error) {
      throw sentenceFor(error, out)
    }
  })
  if (out !== undefined) process.stderr.write(`Written to ${out}.\n`)
  return 0
})

function sentenceFor(error: unknown, out: string | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "EEXIST") return new UserError(`There is a file ${out ?? ""} already; name another one.`)
  if (code === "ENOENT" || code === "EACCES") return new UserError(`${out ?? "The file"} cannot be written.`)
  // The reader of the pipe has closed it.
  if (code === "EPIPE") return new UserError("The reader of the list has gone before its end.")
  return error
}
