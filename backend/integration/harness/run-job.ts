import { z } from "zod"
import type { Staff } from "./staff"

/** Runs a scheduled job now, in the running backend, and waits until it has ended. */
export async function runJob(
  staff: Pick<Staff, "confirm" | "post">,
  name: "check-stock-levels" | "keep-bitcoin-books" | "purge-expired-data" | "repair-reservations",
): Promise<void> {
  await staff.confirm()
  await staff.post(z.unknown(), `/admin/workflows-executions/job-${name}/run`, {})
}
