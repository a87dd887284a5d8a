import { execa } from "execa"
import type { ChildProcess } from "node:child_process"
import { createWriteStream } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { z } from "zod"
import { inheritedEnvironment } from "./environment.js"
import { type ProcessIdentity, startTimeOf } from "./identity.js"
import { openLog, tailOf } from "./log.js"
import { UserError } from "./user-error.js"

interface Spec {
  /** How messages refer to it: "the mailbox" */
  name: string
  args?: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  logFile: string
}

export interface ProgramSpec extends Spec {
  program: string
}

export interface NodeSpec extends Spec {
  script: string
  /** The script is TypeScript [false] */
  isTypeScript?: boolean
}

interface Exit {
  isSuccess: boolean
  /** How it ended, with the end of its log */
  error: UserError
}

export interface Child extends ProcessIdentity {
  readonly name: string
  readonly logFile: string
  readonly process: ChildProcess
  readonly exited: Promise<Exit>
  readonly hasExited: () => boolean
  /** Sends SIGTERM to its process group, then SIGKILL after `graceMs`. Resolves when it has ended. */
  stop(graceMs?: number): Promise<void>
  /** Sends SIGKILL to its process group. Resolves when it has ended. */
  kill(): Promise<void>
}

/**
 * Starts a program in its own process group: Ctrl-C reaches only the launcher, which then stops its children in order, each
 * with the processes that it started itself.
 */
export const startProgram = ({ program, ...spec }: ProgramSpec): Child => start(program, spec, false)

/** Starts a Node program in the same way. It ends on its own when this process dies, even by `kill -9`. */
export function startNode({ script, isTypeScript = false, ...spec }: NodeSpec): Child {
  const stopWithParent = new URL("./stop-with-parent.mjs", import.meta.url).href
  const imports = ["--import", stopWithParent, ...(isTypeScript ? TYPESCRIPT : [])]
  return start(process.execPath, { ...spec, args: [...imports, script, ...(spec.args ?? [])] }, true)
}

/** Node's arguments before a script in TypeScript. */
export const TYPESCRIPT = ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]

function start(program: string, { name, args, cwd, env, logFile }: Spec, ipc: boolean): Child {
  // The file itself rather than a pipe: the child still writes its log when this process is killed.
  const log = createWriteStream(logFile, { fd: openLog(logFile) })
  const subprocess = execa(program, args, {
    ...{ cwd, env, extendEnv: false, ipc, detached: true, reject: false },
    ...{ stdin: "ignore", stdout: log, stderr: log, buffer: false },
  })
  const { pid } = subprocess
  if (pid === undefined) throw new UserError(`${name} could not be started in ${cwd}.`)
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
  const exited = subprocess.then(({ exitCode, signal }) => {
    hasExited = true
    process.off("exit", killGroup)
    log.destroy()
    const how = signal === undefined ? `ended with code ${String(exitCode)}` : `was ended by ${signal}`
    const error = new UserError(`${name} ${how}. Its log is ${logFile}`, tailOf(logFile))
    return { isSuccess: exitCode === 0, error }
  })
  return {
    name,
    logFile,
    pid,
    startedAt: startTimeOf(pid) ?? "",
    process: subprocess,
    exited,
    hasExited: () => hasExited,
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

const commands = new Set<Child>()

/**
 * Waits for a command to end.
 * @throws UserError with the end of its log when it fails
 */
export async function runToEnd(child: Child): Promise<void> {
  commands.add(child)
  const { isSuccess, error } = await child.exited
  commands.delete(child)
  if (!isSuccess) throw error
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

/** Resolves when a server of the sandbox announces its URL, see `announce`. @throws UserError when it ends before that */
export function announcement(child: Child): Promise<{ url: string; details: unknown }> {
  return new Promise((resolve, reject) => {
    child.process.on("message", (message) => {
      const { success, data } = readyMessage.safeParse(message)
      if (success) resolve({ url: data.ready, details: data.details })
    })
    void child.exited.then(({ error }) => reject(error))
  })
}

interface ServerSpec extends Pick<Spec, "name" | "env" | "logFile"> {
  /** `import.meta.url` of the module beside the server's `main.ts` */
  beside: string
}

/** Starts one of the sandbox's own servers with these variables beside those that every process needs. */
export const startMain = ({ beside, env, ...spec }: ServerSpec): Child =>
  startNode({
    ...spec,
    script: pathBeside(beside, "./main.ts"),
    isTypeScript: true,
    cwd: "/",
    env: { ...inheritedEnvironment(), ...env },
  })

/**
 * Starts one of the sandbox's own servers and waits until it announces its URL.
 * @throws UserError with the end of its log when it ends before that, or after 60 s
 */
export async function startServer(spec: ServerSpec): Promise<Server> {
  const child = startMain(spec)
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
  let closing: Promise<void> | undefined
  const end = () => {
    closing ??= close().then(
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
