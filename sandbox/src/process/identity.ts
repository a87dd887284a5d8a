import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** Tells a process apart from a later one with the same id by its start time. */
export interface ProcessIdentity {
  pid: number
  /** In the unit of the operating system */
  startedAt: string
}

/** The start time of a process; undefined if it does not exist or is a zombie. */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === "linux" ? startTimeFromProc(pid) : startTimeFromPs(pid)
}

/** proc(5): the command may contain spaces, so fields are counted from its closing bracket. The first is the state, field 3. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const fields = statOf(pid)
    return fields[0] === "Z" ? undefined : fields[19]
  } catch {
    return undefined // no such process
  }
}

/** The process that started this one; on other systems than Linux itself. */
export const parentOf = (pid: number): number => (process.platform === "linux" ? Number(statOf(pid)[1]) : pid)

function startTimeFromPs(pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
  } catch {
    return undefined // ps ends with 1 when there is no such process
  }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return startTimeOf(identity.pid) === identity.startedAt
}
