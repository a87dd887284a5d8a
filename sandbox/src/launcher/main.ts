import { isRunning, parentOf, type ProcessIdentity, startTimeOf } from "../process/identity.js"
import { linesOf, UserError } from "../process/user-error.js"
import { DEMO_SHOPPER } from "../sign-in/project.js"
import { checkSettings } from "./check-settings.js"
import { addStaff } from "./prepare-database.js"
import { progressOn } from "../process/progress.js"
import { deletePassword } from "./secrets.js"
import {
  addressesOf,
  type Settings,
  usesCardProcessor,
  usesSandboxChain,
  usesSandboxLightning,
  usesSignInEmulator,
} from "./settings.js"
import { startEverything } from "./start-shop.js"

const startedAt = Date.now()
const args = process.argv.slice(2)
const mode = args.includes("dev") ? "dev" : "built"
const progress = progressOn(process.stdout)
const interrupted = new AbortController()
let requestStop: () => void = () => interrupted.abort()

// The shop is stopped in order even if its terminal has been closed.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

onStopRequest(
  () => {
    progress.note("Stopping …")
    requestStop()
  },
  () => progress.note("Still stopping …"),
)

async function main(): Promise<number> {
  const { settings, unknown } = await checkSettings()
  for (const sentence of unknown) progress.note(sentence)
  const shop = await startEverything({ settings, progress, mode, signal: interrupted.signal })
  const stopRequested = new Promise<undefined>((resolve) => {
    requestStop = () => resolve(undefined)
  })
  if (interrupted.signal.aborted) requestStop()
  if (args.includes("--new-staff")) {
    const { email, password } = await addStaff(shop)
    progress.note(`New member of staff: ${email}, password ${password}`)
  }
  process.stdout.write(summaryOf(settings, shop.staffEmail, shop.secrets.adminPassword))
  if (shop.secrets.adminPassword !== undefined) deletePassword(settings.SANDBOX_DATA, shop.secrets)

  const failure = await Promise.race([stopRequested, shop.failed])
  if (failure !== undefined) print(new UserError(`${failure.message} Stopping the rest.`, failure.detail))
  await shop.stop()
  if (failure === undefined)
    progress.note("Stopped. Your data is kept; npm start continues where you left off.")
  return failure === undefined ? 0 : 1
}

const print = (error: unknown) => process.stderr.write(`\n  ${linesOf(error).join("\n    ")}\n\n`)

main().then(
  (code) => {
    progress.end()
    process.exit(code)
  },
  (error: unknown) => {
    progress.end()
    if (interrupted.signal.aborted) process.stdout.write("  Stopped.\n")
    else print(error)
    process.exit(1)
  },
)

/** Addresses, the staff password, and how to pay and stop. */
function summaryOf(settings: Settings, staffEmail: string, password: string | undefined): string {
  const { shop, admin, mail } = addressesOf(settings)
  const blocks =
    settings.BLOCK_SECONDS === 0 ? "blocks on demand only" : `a block every ${settings.BLOCK_SECONDS} seconds`
  const staff =
    password === undefined
      ? `${staffEmail}, password as shown at the first start (lost: npm start -- --new-staff)`
      : staffEmail
  const facts = [
    ["Shop", shop],
    ["Admin", `${admin}/app`],
    ["", `sign in as ${staff}`],
    ...(password === undefined ? [] : [["", `password ${password}   ← shown only once, write it down`]]),
    ["Mail", mail],
    ...(usesSignInEmulator(settings)
      ? [["Sign in", `as ${DEMO_SHOPPER.name} or anyone, in a few seconds: an emulator replaces Google`]]
      : []),
    [
      "Bitcoin",
      usesSandboxChain(settings)
        ? `play money (regtest), ${blocks}`
        : `your own ${settings.given.BITCOIN_SOURCE === "core" ? "Bitcoin Core" : "chain source"} (regtest)`,
    ],
  ]
  if (usesSandboxLightning(settings))
    facts.push(["Lightning", "a shopper, a hub and the shop's node, on the same play money"])
  if (usesCardProcessor(settings))
    facts.push(["Cards", `test cards only, payments at http://localhost:${settings.CARD_PROCESSOR_PORT}`])
  const commands = [
    ["Pay an order", "npm run pay -- <order number>"],
    ...(usesSandboxLightning(settings)
      ? [["… by Lightning", "npm run pay -- <order number> --lightning"]]
      : []),
    ...(usesSandboxChain(settings) ? [["Mine a block", "npm run mine"]] : []),
    ["Stop", "Ctrl-C"],
  ]
  const table = (rows: readonly (readonly string[])[], width: number) =>
    rows.map(([label = "", text = ""]) => `    ${label.padEnd(width)}${text}`)
  return [
    "",
    `  The shop is open (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`,
    "",
    ...table(facts, 10),
    "",
    ...table(commands, 20),
    "",
  ].join("\n")
}

/**
 * Calls `first` on the first SIGINT, SIGTERM or SIGHUP and `again` on later ones. The end of npm counts as a signal
 * too: without npm, the terminal can no longer reach this process.
 */
function onStopRequest(first: () => void, again: () => void): void {
  let isRequested = false
  const request = () => {
    const listener = isRequested ? again : first
    isRequested = true
    listener()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request)
  if (process.env.npm_lifecycle_event === undefined) return
  // npm starts a shell that starts us; some shells replace themselves.
  const parents = [process.ppid, parentOf(process.ppid)].flatMap(identify)
  const monitor = setInterval(() => {
    if (parents.every(isRunning)) return
    clearInterval(monitor)
    request()
  }, 1500)
  monitor.unref()
}

function identify(pid: number): ProcessIdentity[] {
  const startTime = startTimeOf(pid)
  return pid <= 1 || startTime === undefined ? [] : [{ pid, startedAt: startTime }]
}
