import { setTimeout as pause } from "node:timers/promises"
import { startMedusa, type Backend } from "../harness/medusa"
import type { Settings } from "../harness/settings"

const RESTART_DELAY_MS = 200
/** More failed starts than this are an error of the shop. */
const MAX_FAILED_STARTS = 200

interface Counts {
  kills: number
  crashes: number
  failedStarts: number
  forcedStops: number
}

/** A backend that is restarted whenever it ends, as by a service manager. */
export interface PersistentShop {
  /** The URL of the current or the last process. */
  readonly url: string
  /** Whether it answers. */
  readonly isUp: boolean
  /** How often it was killed, ended on its own, failed to start, and did not end in time when it was stopped. */
  readonly counts: Counts
  /** `kill -9` at any time, also while it starts. */
  kill(): void
  /** Stops it as an upgrade does, with SIGTERM, and starts it again. Resolves when it is up. */
  restart(): Promise<void>
  /** From the next start on. */
  changeSettings(changes: Settings): void
  /** Resolves after the next successful start. */
  untilUp(): Promise<void>
  stop(): Promise<void>
}

interface ShopOptions {
  /** Of its logs. */
  readonly name?: string
  /** Called with the URL of each process. */
  readonly onStarted?: (url: string) => Promise<void>
}

/** @throws when the first start fails */
export async function startPersistentShop(
  settings: Settings,
  { name = "faults", onStarted = () => Promise.resolve() }: ShopOptions,
): Promise<PersistentShop> {
  const counts: Counts = { kills: 0, crashes: 0, failedStarts: 0, forcedStops: 0 }
  const now: { pid: number | null; isUp: boolean; isKilled: boolean; isWanted: boolean } = {
    pid: null,
    isUp: false,
    isKilled: false,
    isWanted: true,
  }
  let starts = 0
  let currentSettings = settings
  const waiting: (() => void)[] = []

  async function start(): Promise<Backend> {
    now.isKilled = false
    const logName = `${name}-${String(starts++)}`
    const started = await startMedusa(currentSettings, logName, (pid) => (now.pid = pid))
    await onStarted(started.url)
    return started
  }

  function announce(): void {
    now.isUp = true
    for (const go of waiting.splice(0)) go()
  }

  async function startAgain(): Promise<Backend> {
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (!now.isWanted || counts.failedStarts > MAX_FAILED_STARTS) throw error
        if (!now.isKilled) counts.failedStarts += 1
        await pause(RESTART_DELAY_MS)
      }
    }
  }

  let current = await start()
  announce()
  const kept = (async () => {
    for (;;) {
      await current.exited
      now.isUp = false
      now.pid = null
      if (!now.isWanted) return
      if (!now.isKilled) counts.crashes += 1
      current = await startAgain()
      announce()
    }
  })()

  const untilUp = () =>
    now.isUp && !now.isKilled ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))

  return {
    get url() {
      return current.url
    },
    get isUp() {
      return now.isUp
    },
    counts,
    kill() {
      if (now.pid === null || now.isKilled) return
      now.isKilled = true
      counts.kills += 1
      process.kill(now.pid, "SIGKILL")
    },
    async restart() {
      await untilUp()
      now.isKilled = true
      const stopped = current
      await stopped.stop()
      if (isForced(await stopped.exited)) counts.forcedStops += 1
      await untilUp()
    },
    changeSettings(changes) {
      currentSettings = { ...currentSettings, ...changes }
    },
    untilUp,
    async stop() {
      now.isWanted = false
      await current.stop()
      await kept
    },
  }
}

/** @param exit code and signal */
const isForced = (exit: unknown) => Array.isArray(exit) && exit[1] === "SIGKILL"
