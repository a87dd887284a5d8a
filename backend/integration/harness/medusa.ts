import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdirSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { isPortFree } from "../../../sandbox/src/process/ports"
import { BACKEND_DIR, CACHE_DIR, MEDUSA_CLI, type Settings } from "./settings"

const STOP_WITH_PARENT = new URL("../../../sandbox/src/process/stop-with-parent.mjs", import.meta.url).href

/** Only what a process needs to run; nothing of the developer's own environment decides a test. */
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
  // A test run that is killed takes its servers along: left alone they would go on for ever, and write into a closed pipe.
  const child = spawn(process.execPath, ["--import", STOP_WITH_PARENT, MEDUSA_CLI, ...args], {
    cwd,
    env: environmentOf(settings),
    stdio: ["ignore", log, log, "ipc"],
  })
  closeSync(log)
  return child
}

/**
 * Runs one command of Medusa's to its end: `db:migrate`, `exec …`.
 * @param cwd another backend than this repository's, such as one with the examples of docs/extending.md
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

/** A command that is running, to be cut short. */
export function startMedusaCommand(args: string[], settings: Settings, logName: string) {
  const child = spawnMedusa(args, settings, path.join(CACHE_DIR, "logs", `${logName}.log`))
  const exited = once(child, "exit")
  return {
    hasEnded: () => child.exitCode !== null,
    /** Ends it as a power cut would. */
    kill: async () => {
      child.kill("SIGKILL")
      await exited
    },
  }
}

/** A started backend. */
export interface Backend {
  /** http://127.0.0.1:port */
  url: string
  pid: number
  /** Where it writes what it says. */
  logFile: string
  /** Asks it to end, and insists after half a minute. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Resolves when it has ended, whoever ended it. */
  exited: Promise<unknown>
}

/** Below those that the system itself gives away: what is free now is still free when Medusa comes to listen. */
let nextPort = 20_000 + Math.floor(Math.random() * 12_000)
async function portOfItsOwn(): Promise<number> {
  const port = nextPort
  nextPort = port < 32_000 ? port + 1 : 20_000
  return (await isPortFree(port)) ? port : portOfItsOwn()
}

/**
 * Starts the development code as a process of its own on a free port, and waits until it answers.
 * @param onSpawned told the process's id at once, for who wants to end it before it answers
 * @throws with the end of its log when it does not come up.
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
  const deadline = Date.now() + 90_000
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

async function tail(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n")
  return lines.slice(-25).join("\n")
}
