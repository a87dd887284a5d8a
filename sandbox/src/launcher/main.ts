import { Explained } from "../process/explain.js"
import { addStaff } from "./add-staff.js"
import { checkSettings } from "./check-settings.js"
import { progressOn } from "./progress.js"
import { clearPassword } from "./prepare-database.js"
import { onEnd } from "./signals.js"
import { startEverything } from "./start-shop.js"
import { summaryOf } from "./summary.js"

const began = Date.now()
const words = process.argv.slice(2)
const mode = words.includes("dev") ? "dev" : "built"
const progress = progressOn(process.stdout)
const interrupted = new AbortController()
let askedToEnd: () => void = () => interrupted.abort()

// The window may be gone while the shop still has to be stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

onEnd(
  () => {
    progress.note("Stopping …")
    askedToEnd()
  },
  () => progress.note("Still stopping; a moment …"),
)

async function main(): Promise<number> {
  const { settings, unknown } = await checkSettings()
  for (const name of unknown)
    progress.note(`${name} in .env is no setting of the shop; .env.example lists them.`)
  const shop = await startEverything({ settings, progress, mode, signal: interrupted.signal })
  const ended = new Promise<undefined>((resolve) => {
    askedToEnd = () => resolve(undefined)
  })
  if (interrupted.signal.aborted) askedToEnd()
  if (words.includes("--new-staff")) {
    const { email, password } = await addStaff(settings, shop, progress)
    progress.note(`A new member of staff: ${email}, password ${password}`)
  }
  process.stdout.write(summaryOf(settings, shop.secrets.adminPassword, (Date.now() - began) / 1000))
  if (shop.secrets.adminPassword !== undefined) clearPassword(settings.SANDBOX_DATA, shop.secrets)

  const failure = await Promise.race([ended, shop.failed])
  if (failure !== undefined) tell(new Explained(`${failure.sentence}. Stopping the rest.`, failure.detail))
  await shop.stop()
  if (failure === undefined)
    progress.note("Stopped. Your data is kept; npm start continues where you left off.")
  return failure === undefined ? 0 : 1
}

function tell(error: unknown): void {
  if (!(error instanceof Explained)) {
    console.error(error)
    return
  }
  process.stderr.write(`\n  ${error.message}\n${error.detail.map((line) => `    ${line}\n`).join("")}\n`)
}

main().then(
  (code) => {
    progress.end()
    process.exit(code)
  },
  (error: unknown) => {
    progress.end()
    if (interrupted.signal.aborted) process.stdout.write("  Stopped.\n")
    else tell(error)
    process.exit(1)
  },
)
