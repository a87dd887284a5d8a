import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { Explained } from "../process/explain.js"
import { isRunning, type ProcessIdentity, startOf } from "../process/identity.js"
import { waitFor } from "../process/wait.js"

const identity = z.object({ pid: z.number().int(), started: z.string() })
const record = identity.extend({
  children: z.array(identity.extend({ name: z.string() })),
  /** It was told to end and is about to */
  ending: z.boolean(),
})
type Record = z.infer<typeof record>

/** Says that this launcher works on the data folder, and which processes it started. */
export interface Lock {
  /** To be found by the next start if this launcher is killed */
  note: (name: string, child: ProcessIdentity) => void
  /** From now on another start waits for this one's end */
  ending: () => void
  release: () => void
}

/** How long one that lost its npm may take to notice, and one that is ending to end. */
const TO_NOTICE_MS = 3000
const TO_END_MS = 30_000

/**
 * Takes the data folder for this process. What a killed launcher left running is ended first: its very processes, by
 * number and time of start.
 * @throws Explained when another launcher is at work there
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, "launcher.json")
  const mine: Record = { pid: process.pid, started: startOf(process.pid) ?? "", children: [], ending: false }
  const write = () => {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(mine))
    renameSync(`${file}.${process.pid}`, file)
  }
  const before = readRecord(file)
  if (before !== undefined) {
    if (isRunning(before) && !(await hasEnded(file, before))) {
      throw new Explained(
        `The shop is running already (process ${before.pid}): use that one, or stop it with Ctrl-C in its window or \`kill ${before.pid}\`, then start again.`,
      )
    }
    await endLeftovers(before)
    rmSync(file, { force: true })
  }
  takeOver(file, mine)
  return {
    note(name, { pid, started }) {
      mine.children.push({ name, pid, started })
      write()
    },
    ending() {
      mine.ending = true
      write()
    },
    release: () => rmSync(file, { force: true }),
  }
}

async function hasEnded(file: string, before: Record): Promise<boolean> {
  const gone = () => (isRunning(before) ? undefined : true)
  const soon = await waitFor(() => gone() ?? (readRecord(file)?.ending === true ? true : undefined), {
    withinMs: TO_NOTICE_MS,
  })
  if (soon === undefined) return false
  return (await waitFor(gone, { withinMs: TO_END_MS })) === true
}

/** The launcher that works on this data folder now, if any. */
export function runningLauncher(dataDir: string): ProcessIdentity | undefined {
  const found = readRecord(join(dataDir, "launcher.json"))
  return found !== undefined && isRunning(found) ? found : undefined
}

/** A link is made or it is not: of two that start at the same moment one gets it. */
function takeOver(file: string, mine: Record): void {
  const beside = `${file}.${process.pid}`
  writeFileSync(beside, JSON.stringify(mine))
  try {
    linkSync(beside, file)
  } catch {
    throw new Explained("Another start of the shop was a moment quicker: use that one.")
  } finally {
    rmSync(beside, { force: true })
  }
}

function readRecord(file: string): Record | undefined {
  if (!existsSync(file)) return undefined
  try {
    return record.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    return undefined // cut off in the middle of being written
  }
}

async function endLeftovers({ children }: Record): Promise<void> {
  const left = children.filter(isRunning)
  for (const child of left) signal(child, "SIGTERM")
  await waitFor(() => (left.some(isRunning) ? undefined : true), { withinMs: 10_000 })
  for (const child of left.filter(isRunning)) signal(child, "SIGKILL")
  await waitFor(() => (left.some(isRunning) ? undefined : true), { withinMs: 5000 })
}

function signal({ pid }: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // It ended in between.
  }
}
