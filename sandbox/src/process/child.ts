import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { z } from "zod"
import { Explained } from "./explain.js"
import { type ProcessIdentity, startOf } from "./identity.js"
import { openLog, tailOf } from "./log.js"

export interface ChildSpec {
  /** What the reader calls it: "the mailbox" */
  name: string
  /** A Node program and its arguments */
  script: string
  args?: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  logFile: string
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
  /** Asks politely, then after `graceMs` no longer; resolves when it is gone. */
  stop(graceMs?: number): Promise<void>
}

const stopWithParent = new URL("./stop-with-parent.mjs", import.meta.url).href

/**
 * Starts a Node program in a process group of its own, so that Ctrl-C reaches only the launcher, which then stops
 * its children in order. It ends by itself when this process dies.
 */
export function startChild(
  spec: ChildSpec,
  execArgs: readonly string[] = [],
): Child & { onMessage: MessageSource } {
  const log = openLog(spec.logFile)
  const child = spawn(
    process.execPath,
    ["--import", stopWithParent, ...execArgs, spec.script, ...(spec.args ?? [])],
    { cwd: spec.cwd, env: spec.env, detached: true, stdio: ["ignore", log, log, "ipc"] },
  )
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Explained(`${spec.name} could not be started in ${spec.cwd}.`)
  let gone = false
  const exited = new Promise<ChildExit>((resolve) => {
    child.once("exit", (code, signal) => {
      gone = true
      resolve({ code, signal })
    })
  })
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal)
    } catch {
      // The group is gone already, which is what was wanted.
    }
  }
  return {
    name: spec.name,
    logFile: spec.logFile,
    pid,
    started: startOf(pid) ?? "",
    exited,
    hasExited: () => gone,
    onMessage: (listen) => child.on("message", listen),
    async stop(graceMs = 10_000) {
      if (!gone) signalGroup("SIGTERM")
      const timer = setTimeout(() => signalGroup("SIGKILL"), graceMs)
      await exited
      clearTimeout(timer)
      signalGroup("SIGKILL") // whatever it had started itself
    },
  }
}

type MessageSource = (listen: (message: unknown) => void) => void

const readyMessage = z.object({ ready: z.url(), details: z.unknown() })

/** Fails with the tail of the child's log. */
export function diedEarly(child: Child, exit: ChildExit): Explained {
  const how = exit.signal === null ? `ended with code ${exit.code}` : `was ended by ${exit.signal}`
  return new Explained(`${child.name} ${how}; its log is ${child.logFile}`, tailOf(child.logFile))
}

export interface Server extends Child {
  url: string
  /** What it announced besides */
  details: unknown
}

/**
 * Starts one of the sandbox's own TypeScript servers and waits until it says where it listens.
 * @throws Explained with the tail of its log when it ends before that or says nothing for 60 s
 */
export async function startServer(spec: ChildSpec): Promise<Server> {
  const child = startChild(spec, understandTypeScript())
  const ready = new Promise<{ url: string; details: unknown }>((resolve, reject) => {
    child.onMessage((message) => {
      const parsed = readyMessage.safeParse(message)
      if (parsed.success) resolve({ url: parsed.data.ready, details: parsed.data.details })
    })
    void child.exited.then((exit) => reject(diedEarly(child, exit)))
    setTimeout(
      () => reject(new Explained(`${spec.name} said nothing for a minute`, tailOf(spec.logFile))),
      60_000,
    ).unref()
  })
  try {
    return { ...child, ...(await ready) }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** What Node is told so that it runs TypeScript. */
export function understandTypeScript(): string[] {
  return ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]
}

/** The file beside the calling module, as a path. */
export function beside(moduleUrl: string, file: string): string {
  return fileURLToPath(new URL(file, moduleUrl))
}
