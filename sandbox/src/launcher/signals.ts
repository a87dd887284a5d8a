import { readFileSync } from "node:fs"
import { isRunning, type ProcessIdentity, startOf } from "../process/identity.js"

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Calls `first` at the first request to end and `again` at every later one. Started by npm, it also counts when npm
 * dies: nobody could reach this process by its window any more.
 */
export function onEnd(first: () => void, again: () => void): void {
  let asked = false
  const ask = () => {
    const act = asked ? again : first
    asked = true
    act()
  }
  for (const signal of SIGNALS) process.on(signal, ask)
  if (process.env.npm_lifecycle_event === undefined) return
  const above = [process.ppid, parentOf(process.ppid)].flatMap(identify)
  const watch = setInterval(() => {
    if (above.every(isRunning)) return
    clearInterval(watch)
    ask()
  }, 1500)
  watch.unref()
}

/** npm starts a shell that starts us, except where the shell makes way. */
function parentOf(pid: number): number {
  if (process.platform !== "linux") return pid
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

function identify(pid: number): ProcessIdentity[] {
  const started = startOf(pid)
  return pid <= 1 || started === undefined ? [] : [{ pid, started }]
}
