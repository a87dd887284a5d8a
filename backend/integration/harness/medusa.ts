import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdirSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { isPortFree } from "../../../sandbox/src/process/ports"
import { BACKEND_DIR, CACHE_DIR, MEDUSA_CLI, type Settings } from "./settings"

const STOP_WITH_PARENT = new URL("../../../sandbox/src/process/stop-with-parent.mjs", import.meta.url).href

/** What a process needs to run. Other variables of the developer must not influence a test. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "SystemRoot"]

function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), ...settings }
}

function spawnMedusa(args: string[], settings: Settings, logFile: string, cwd = BACKEND_DIR): ChildProcess {
  mkdirSync(path.dirname(logFile), { recursive: true })
  const log = openSync(logFile, "w")
  // The server ends with the test run, even when that is killed.
  const child = spawn(process.execPath, ["--import", STOP_WITH_PARENT, MEDUSA_CLI, ...args], {
    cwd,
    env: environmentOf(settings),
    stdio: ["ignore", log, log, "ipc"],
  })
  closeSync(log)
  return child
}

/**
 * Runs one Medusa command to its end: `db:migrate`, `exec …`.
 * @param cwd another backend, such as one with the examples of docs/extending.md
 * @throws with the end of its log when it fails.
 */
export async function runMedusa(
  args: string[],
  settings: Settings,
  logName: string,
  cwd?: string,
): Promise<void> {
  const logFile = path.join(CACHE_DIR, "logs", `${logName}.log`)
  const child = spawnMedusa(args, settings, logFile, cwd)
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve))
  if (code !== 0) throw new Error(`medusa ${args.join(" ")} failed:\n${await tail(logFile)}`)
}

/** Starts a command that the test interrupts. */
export function startMedusaCommand(args: string[], settings: Settings, logName: string) {
  const child = spawnMedusa(args, settings, path.join(CACHE_DIR, "logs", `${logName}.log`))
  const exited = once(child, "exit")
  return {
    hasEnded: () => child.exitCode !== null,
    /** Ends it like a power failure. */
    kill: async () => {
      child.kill("SIGKILL")
      await exited
    },
  }
}

/** A running backend. */
export interface Backend {
  /** http://127.0.0.1:port */
  url: string
  pid: number
  /** Its log. */
  logFile: string
  /** Sends SIGTERM, and SIGKILL after 30 s. */
  stop(): Promise<void>
  /** Ends it like a power failure. */
  kill(): Promise<void>
  /** Resolves when it has ended. */
  exited: Promise<unknown>
}

/** Below the ports that the system assigns, so that a free port stays free until Medusa listens. */
let nextPort = 20_000 + Math.floor(Math.random() * 12_000)
async function portOfItsOwn(): Promise<number> {
  const port = nextPort
  nextPort = port < 32_000 ? port + 1 : 20_000
  return (await isPortFree(port)) ? port : portOfItsOwn()
}

/** Less than the limit of a test, so that the log is shown. It only ends what hangs. */
const START_TIMEOUT_MS = 300_000

/**
 * Starts the backend from source in a separate process on a free port and waits until it answers.
 * @param onSpawned called with the process id before the backend answers
 * @throws with the end of its log when it does not start
 */
export async function startMedusa(
  settings: Settings,
  logName: string,
  onSpawned?: (pid: number) => void,
  cwd?: string,
): Promise<Backend> {
  const port = await portOfItsOwn()
  const logFile = path.join(CACHE_DIR, "logs", `${logName}.log`)
  const child = spawnMedusa(["start", "--host", "127.0.0.1", "--port", String(port)], settings, logFile, cwd)
  if (child.pid !== undefined) onSpawned?.(child.pid)
  const url = `http://127.0.0.1:${String(port)}`
  const exited = once(child, "exit")
  const deadline = Date.now() + START_TIMEOUT_MS
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!(await answers(`${url}/health`))) {
    if (hasEnded() || Date.now() > deadline) {
      child.kill("SIGKILL")
      throw new Error(`The backend did not start:\n${await tail(logFile)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return
    child.kill(signal)
    const insist = setTimeout(() => child.kill("SIGKILL"), 30_000)
    await exited
    clearTimeout(insist)
    await assertNoPersonalData(logFile)
  }
  return {
    url,
    pid: child.pid ?? 0,
    logFile,
    exited,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** What the specs' shoppers enter, tokens, and the settings' secrets. */
const PERSONAL =
  /@example\.com|@x\.test|Lovelace|St James's Square|07700 900|SW1Y ?4JH|\beyJ[\w-]+\.[\w-]+\.|sk_(test|live)_\w|whsec_\w|only-for-tests/i

/** @throws Error with the lines of a log that contain personal data, tokens or secrets */
async function assertNoPersonalData(logFile: string): Promise<void> {
  const lines = (await readFile(logFile, "utf8")).split("\n").filter((line) => PERSONAL.test(line))
  if (lines.length > 0)
    throw new Error(
      `${logFile} contains personal data or secrets:\n${lines.slice(0, 5).join("\n").slice(0, 2000)}`,
    )
}

async function tail(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n")
  return lines.slice(-25).join("\n")
}
