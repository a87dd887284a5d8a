import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { z } from "zod"
import { type ProcessIdentity, startTimeOf } from "./identity.js"
import { openLog, tailOf } from "./log.js"
import { UserError } from "./user-error.js"

export interface ProgramSpec {
  /** How messages refer to it: "the mailbox" */
  name: string
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  logFile: string
  /** Sent to its standard input */
  input?: string
}

export interface NodeSpec {
  name: string
  script: string
  args?: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  logFile: string
  /** The script is TypeScript [false] */
  isTypeScript?: boolean
}

export interface ChildExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Child extends ProcessIdentity {
  readonly name: string
  readonly logFile: string
  readonly exited: Promise<ChildExit>
  readonly hasExited: () => boolean
  readonly onMessage: (listen: (message: unknown) => void) => void
  /** Sends SIGTERM to its process group, then SIGKILL after `graceMs`. Resolves when it has ended. */
  stop(graceMs?: number): Promise<void>
  /** Sends SIGKILL to its process group. Resolves when it has ended. */
  kill(): Promise<void>
}

/**
 * Starts a program in its own process group: Ctrl-C reaches only the launcher, which then stops its children in order.
 */
export function startProgram(spec: ProgramSpec): Child {
  return startProcess(spec, false)
}

/** Starts a Node program in the same way. It ends on its own when this process dies, even by `kill -9`. */
export function startNode({ script, args = [], isTypeScript = false, ...spec }: NodeSpec): Child {
  const stopWithParent = new URL("./stop-with-parent.mjs", import.meta.url).href
  const tsx = isTypeScript ? pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href : undefined
  const imports = [stopWithParent, ...(tsx === undefined ? [] : [tsx])].flatMap((url) => ["--import", url])
  return startProcess({ ...spec, program: process.execPath, args: [...imports, script, ...args] }, true)
}

function startProcess(spec: ProgramSpec, hasIpc: boolean): Child {
  const log = openLog(spec.logFile)
  // A file descriptor rather than a pipe: the child still writes its log when this process is killed.
  const subprocess = spawn(spec.program, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: [spec.input === undefined ? "ignore" : "pipe", log, log, ...(hasIpc ? (["ipc"] as const) : [])],
  })
  closeSync(log)
  const { pid } = subprocess
  if (pid === undefined) throw new UserError(`${spec.name} could not be started in ${spec.cwd}.`)
  subprocess.stdin?.end(spec.input)
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal)
    } catch {
      // The process group has already ended.
    }
  }
  const killGroup = () => signalGroup("SIGKILL")
  process.once("exit", killGroup)
  let hasExited = false
  const exited = new Promise<ChildExit>((resolve) => {
    subprocess.once("exit", (code, signal) => {
      hasExited = true
      process.off("exit", killGroup)
      resolve({ code, signal })
    })
  })
  return {
    name: spec.name,
    logFile: spec.logFile,
    pid,
    startedAt: startTimeOf(pid) ?? "",
    exited,
    hasExited: () => hasExited,
    onMessage: (listen) => void subprocess.on("message", listen),
    async stop(graceMs = 10_000) {
      if (!hasExited) signalGroup("SIGTERM")
      const timer = setTimeout(killGroup, graceMs)
      await exited
      clearTimeout(timer)
      killGroup() // processes that it started itself
    },
    async kill() {
      killGroup()
      await exited
    },
  }
}

/** An error with the end of the child's log. */
export function exitError(child: Child, { code, signal }: ChildExit): UserError {
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
  return new UserError(`${child.name} ${how}. Its log is ${child.logFile}`, tailOf(child.logFile))
}

const commands = new Set<Child>()

/**
 * Waits for a command to end.
 * @throws UserError with the end of its log when it fails
 */
export async function runToEnd(child: Child): Promise<void> {
  commands.add(child)
  const exit = await child.exited
  commands.delete(child)
  if (exit.code !== 0) throw exitError(child, exit)
}

/** Stops every command that `runToEnd` waits for, after Ctrl-C. */
export async function stopRunningCommands(): Promise<void> {
  await Promise.all([...commands].map((child) => child.stop()))
}

export interface Server extends Child {
  url: string
  /** Further facts that it announced */
  details: unknown
}

const readyMessage = z.object({ ready: z.url(), details: z.unknown() })

/** Resolves when a server of the sandbox announces its URL, see `announce`. */
export function announcement(child: Child): Promise<{ url: string; details: unknown }> {
  return new Promise((resolve, reject) => {
    child.onMessage((message) => {
      const { success, data } = readyMessage.safeParse(message)
      if (success) resolve({ url: data.ready, details: data.details })
    })
    void child.exited.then((exit) => reject(exitError(child, exit)))
  })
}

/**
 * Starts one of the sandbox's own TypeScript servers and waits until it announces its URL.
 * @throws UserError with the end of its log when it ends before that, or after 60 s
 */
export async function startServer(spec: NodeSpec): Promise<Server> {
  const child = startNode({ ...spec, isTypeScript: true })
  const timeout = new Promise<never>((_, reject) => {
    const error = () => new UserError(`${spec.name} was not ready within a minute`, tailOf(spec.logFile))
    setTimeout(() => reject(error()), 60_000).unref()
  })
  try {
    return { ...child, ...(await Promise.race([announcement(child), timeout])) }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/**
 * Called by a server of the sandbox when it listens: tells the parent its URL, and closes on SIGTERM or SIGINT.
 * @param details further facts for the parent
 */
export function announce(url: string, close: () => Promise<void>, details: object = {}): void {
  let isClosing = false
  const end = () => {
    if (isClosing) return
    isClosing = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", end)
  process.on("SIGINT", end)
  process.send?.({ ready: url, details })
  console.log(`listening on ${url}`)
}

/** The path of a file next to the calling module. */
export function pathBeside(moduleUrl: string, file: string): string {
  return fileURLToPath(new URL(file, moduleUrl))
}
