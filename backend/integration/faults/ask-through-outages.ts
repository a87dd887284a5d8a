import { setTimeout as pause } from "node:timers/promises"
import type { QueryResultRow } from "@medusajs/framework/pg"
import { askDatabase } from "../harness/postgres"

const AT_MOST_MS = 90_000

/** Asks until Postgres answers, which a campaign may have stopped. @throws the last error after a minute and a half */
export async function askThroughOutages<Row extends QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const deadline = Date.now() + AT_MOST_MS
  for (;;) {
    try {
      return await askDatabase<Row>(url, sql, values)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(200)
    }
  }
}
