import { setTimeout as pause } from "node:timers/promises"
import { send } from "../harness/call"
import { isWithoutAnswer } from "./send-with-retry"
import type { ServiceEvent, ServiceFault } from "./plan"
import type { ProcessGroup } from "./process-group"
import type { FaultyServices } from "./services"

/** What a campaign over several processes disturbs besides. */
export interface ServiceTargets {
  readonly services: FaultyServices
  readonly group: ProcessGroup
  /** The metrics of the worker, as Prometheus reads them. */
  readonly scrape: () => Promise<Map<string, number>>
}

/** An outage of a service. */
export interface ServiceOutage {
  readonly fault: ServiceFault
  /** How long it lasted. */
  readonly ms: number
  /** Null: there was nothing to report, or none to report it: without Redis no server starts. */
  readonly isReported: boolean | null
}

/** The processes may be down, too. */
const REPORTED_WITHIN_MS = 60_000
/** As in docker/alerts.yml. */
const LOW_DISK = 0.2

/** Lets a service fail until the shop has reported it. */
export async function disturbService(
  targets: ServiceTargets,
  { fault, forMs }: ServiceEvent,
): Promise<ServiceOutage> {
  const { redis, postgres, disk } = targets.services
  const from = Date.now()
  const outage = (isReported: boolean | null): ServiceOutage => ({ fault, ms: Date.now() - from, isReported })
  switch (fault) {
    case "Redis is emptied":
      await redis.empty()
      return outage(null)
    case "a new release is deployed":
      await targets.group.restart()
      return outage(null)
    case "Redis restarts empty": {
      await redis.stop()
      await pause(forMs)
      const isReported = await waitForReport(() => saysUnready(targets, "redis"))
      await redis.start()
      return outage(isReported)
    }
    case "Postgres restarts":
    case "Postgres crashes": {
      if (fault === "Postgres crashes") postgres.crash()
      else await postgres.stop()
      await pause(forMs)
      const isReported = await waitForReport(() => saysUnready(targets, "database"))
      await postgres.start()
      return outage(isReported)
    }
    case "the disk is full": {
      await disk.fill()
      await pause(forMs)
      const isReported = await waitForReport(() => measuresLowDisk(targets))
      await disk.free()
      await postgres.start()
      return outage(isReported)
    }
  }
}

async function waitForReport(isReported: () => Promise<boolean | null>): Promise<boolean | null> {
  const deadline = Date.now() + REPORTED_WITHIN_MS
  let last: boolean | null = null
  while (Date.now() < deadline) {
    last = await isReported()
    if (last === true) return true
    await pause(200)
  }
  return last
}

/** Whether one of the servers names this part as not ready. Null: none of them runs. */
async function saysUnready({ group }: ServiceTargets, part: string): Promise<boolean | null> {
  const answers = group.serverUrls.map(async (backendUrl) => {
    try {
      const response = await send("/api/ready", { backendUrl, within: 5000 })
      return response.status === 503 && (await response.text()).includes(part)
    } catch (error) {
      if (isWithoutAnswer(error)) return null
      throw error
    }
  })
  const said = await Promise.all(answers)
  return said.includes(true) || (said.includes(false) ? false : null)
}

async function measuresLowDisk({ scrape }: ServiceTargets): Promise<boolean> {
  try {
    return ((await scrape()).get("shop_disk_free_ratio") ?? 1) < LOW_DISK
  } catch (error) {
    if (isWithoutAnswer(error)) return false
    throw error
  }
}
