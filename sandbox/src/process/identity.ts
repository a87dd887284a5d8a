import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** A process told apart from a later one that got the same number: by when it was started. */
export interface ProcessIdentity {
  pid: number
  started: string
}

/**
 * When the process began, in whatever unit the system counts in; undefined if there is no such process.
 * A zombie (ended, not yet collected by its parent) counts as gone.
 */
export function startOf(pid: number): string | undefined {
  return process.platform === "linux" ? startFromProc(pid) : startFromPs(pid)
}

/** proc(5): the name in brackets may hold blanks, so count from the last bracket: state is 3rd, start 22nd. */
function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return fields[0] === "Z" ? undefined : fields[19]
  } catch {
    return undefined // no such process
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
  } catch {
    return undefined // ps answers 1 when there is no such process
  }
}

/** Whether this very process, and not a later one with its number, is still running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.started
}
