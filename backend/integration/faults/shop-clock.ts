import { mkdtemp, rm } from "node:fs/promises"
import { renameSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import type { Settings } from "../harness/settings"

const PRELOAD = new URL("stepped-clock.mjs", import.meta.url).href
/** How long a process may take to notice a step. */
const SLACK_MS = 1000

/** The clock of the shop's processes, which a campaign puts forward and back. Postgres keeps the right time. */
export interface ShopClock {
  /** Makes the shop's processes read this clock. */
  readonly settings: Settings
  /** While it was wrong, in milliseconds since 1970. What the shop dated then may be off by `byMs`. */
  readonly wrongPeriods: readonly { from: number; to: number; byMs: number }[]
  /** @param byMs off by so many milliseconds; 0: right again */
  step(byMs: number): void
  stop(): Promise<void>
}

export async function startShopClock(): Promise<ShopClock> {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-clock-"))
  const file = path.join(folder, "offset")
  const wrongPeriods: { from: number; to: number; byMs: number }[] = []
  const write = (byMs: number) => {
    // Renamed, so that no process reads half of it.
    writeFileSync(`${file}.new`, String(byMs))
    renameSync(`${file}.new`, file)
  }
  write(0)
  return {
    settings: { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_OFFSET_FILE: file },
    wrongPeriods,
    step(byMs) {
      write(byMs)
      const now = Date.now()
      const last = wrongPeriods.at(-1)
      if (last?.to === Infinity) last.to = now + SLACK_MS
      if (byMs !== 0) wrongPeriods.push({ from: now, to: Infinity, byMs })
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}
