import { readdirSync, readFileSync } from "node:fs"

/** Clock ticks per second on Linux (USER_HZ). */
const TICKS = 100

interface Stat {
  parent: number
  name: string
  seconds: number
}

function statOf(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"))
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    return { parent: Number(fields[1]), name, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return null
  }
}

/** CPU seconds used by these processes and by Postgres's backends. Null without /proc. */
export function cpuSeconds(pids: readonly number[]): number | null {
  let all: string[]
  try {
    all = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))
  } catch {
    return null
  }
  const wanted = new Set(pids)
  return all.reduce((sum, pid) => {
    const stat = statOf(pid)
    return stat && (wanted.has(Number(pid)) || wanted.has(stat.parent)) ? sum + stat.seconds : sum
  }, 0)
}
