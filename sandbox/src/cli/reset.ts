import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { stdin, stdout } from "node:process"
import { createInterface } from "node:readline/promises"
import { runningLauncher, takeLock } from "../launcher/lock.js"
import { readSettings } from "../launcher/settings.js"
import { findBinaries } from "../postgres/binaries.js"
import { chooseDataDirectory, stopServer } from "../postgres/data-directory.js"
import { UserError } from "../process/user-error.js"
import { runCommand } from "./command.js"

/** The copies, and the data of other brands. */
const KEPT = ["before", "brands", "launcher.json"]

/**
 * `npm run shop reset`: the next `npm start` begins with an empty shop and the brand's goods. Orders, goods, staff, images, mail and
 * chain of before are moved into a folder beside them.
 */
runCommand(async () => {
  const { BRAND: brand, SANDBOX_DATA: folder, DATABASE_URL: own } = readSettings()
  if (own !== undefined)
    throw new UserError(
      "The shop uses a database of your own (DATABASE_URL), which this command does not touch.",
    )
  const running = runningLauncher(folder)
  if (running !== undefined)
    throw new UserError(`The shop is running (process ${running.pid}). Stop it with Ctrl-C first.`)
  const unfinished = join(folder, "before/unfinished")
  if (dataIn(folder).length === 0 && !existsSync(unfinished))
    return [`There is nothing to reset: ${folder} has no data of a shop.`]
  if (!(await confirm(brand))) return ["Nothing was changed."]

  const lock = await takeLock(folder)
  try {
    await stopDatabase(folder)
    const before = join(folder, "before", new Date().toISOString().replaceAll(":", ""))
    // A shop was started since the interruption: what was moved then is a copy of its own.
    if (dataIn(folder).some((name) => existsSync(join(unfinished, name))))
      renameSync(unfinished, `${before}-part`)
    mkdirSync(unfinished, { recursive: true })
    // The database first: what is left if this is interrupted suits an empty shop as well.
    for (const name of dataIn(folder)) renameSync(join(folder, name), join(unfinished, name))
    renameSync(unfinished, before)
    return [
      `The next npm start begins with an empty shop. What was there is kept in ${before}`,
      "To have it again, reset once more and move the contents of that folder back.",
    ]
  } finally {
    lock.release()
  }
})

function dataIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !KEPT.includes(name))
  return names.sort((a, b) => Number(b === "postgres") - Number(a === "postgres"))
}

async function confirm(brand: string): Promise<boolean> {
  const question = createInterface({ input: stdin, output: stdout })
  const answer = await question.question(
    `\n  Orders, goods, staff, images and emails of the brand ${brand} are set aside.\n  Type ${brand} to go on: `,
  )
  question.close()
  return answer.trim() === brand
}

/** A server that a killed start left behind still writes into its folder. Starting one would need data without damage. */
async function stopDatabase(folder: string): Promise<void> {
  const dataDir = join(folder, "postgres")
  if (existsSync(dataDir)) await stopServer(chooseDataDirectory(dataDir, findBinaries()))
}
