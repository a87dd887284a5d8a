import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { isRunning, type ProcessIdentity, startTimeOf } from "../process/identity.js"
import { UserError } from "../process/user-error.js"
import { waitFor } from "../process/wait.js"
import { writeAtomically } from "../process/write-atomically.js"

const identity = z.object({ pid: z.number().int(), startedAt: z.string() })
const record = identity.extend({
  children: z.array(identity.extend({ name: z.string() })),
  isStopping: z.boolean(),
})
type Record = z.infer<typeof record>

/** Records in the data folder which launcher uses it and which processes it started. */
export interface Lock {
  /** The next start ends these processes if this launcher is killed */
  addChild: (name: string, child: ProcessIdentity) => void
  /** Another start now waits for the end of this one */
  markStopping: () => void
  release: () => void
}

/** A launcher needs up to this long to notice the end of its npm. */
const NOTICE_MS = 3000
const STOP_MS = 30_000

/**
 * Locks the data folder for this process. First it ends the processes that a killed launcher left running, identified
 * by id and start time.
 * @throws UserError when another launcher uses the folder
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, "launcher.json")
  const own: Record = {
    pid: process.pid,
    startedAt: startTimeOf(process.pid) ?? "",
    children: [],
    isStopping: false,
  }
  const write = () => writeAtomically(file, JSON.stringify(own))
  const previous = readRecord(file)
  if (previous !== undefined) {
    if (isRunning(previous) && !(await hasEnded(file, previous))) {
      throw new UserError(
        `The shop is already running (process ${previous.pid}). Use that one, or stop it with Ctrl-C in its window or \`kill ${previous.pid}\`, then start again.`,
      )
    }
    await endLeftovers(previous)
    rmSync(file, { force: true })
  }
  createExclusively(file, own)
  return {
    addChild(name, { pid, startedAt }) {
      own.children.push({ name, pid, startedAt })
      write()
    },
    markStopping() {
      own.isStopping = true
      write()
    },
    release: () => rmSync(file, { force: true }),
  }
}

async function hasEnded(file: string, previous: Record): Promise<boolean> {
  const ended = () => (isRunning(previous) ? undefined : true)
  const endsSoon = await waitFor(
    () => ended() ?? (readRecord(file)?.isStopping === true ? true : undefined),
    { timeoutMs: NOTICE_MS },
  )
  if (endsSoon === undefined) return false
  return (await waitFor(ended, { timeoutMs: STOP_MS })) === true
}

/** The launcher that uses this data folder now. */
export function runningLauncher(dataDir: string): ProcessIdentity | undefined {
  const found = readRecord(join(dataDir, "launcher.json"))
  return found !== undefined && isRunning(found) ? found : undefined
}

/** Creating a hard link is atomic: of two simultaneous starts only one succeeds. */
function createExclusively(file: string, own: Record): void {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, JSON.stringify(own))
  try {
    linkSync(partial, file)
  } catch {
    throw new UserError("The shop is already starting in another window. Use that one.")
  } finally {
    rmSync(partial, { force: true })
  }
}

function readRecord(file: string): Record | undefined {
  if (!existsSync(file)) return undefined
  try {
    return record.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    return undefined // an interrupted write
  }
}

async function endLeftovers({ children }: Record): Promise<void> {
  const left = children.filter(isRunning)
  for (const child of left) signal(child, "SIGTERM")
  await waitFor(() => (left.some(isRunning) ? undefined : true), { timeoutMs: 10_000 })
  for (const child of left.filter(isRunning)) signal(child, "SIGKILL")
  await waitFor(() => (left.some(isRunning) ? undefined : true), { timeoutMs: 5000 })
}

function signal({ pid }: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // It has already ended.
  }
}
