import type { ExecArgs } from "@medusajs/framework/types"
import purgeExpiredData from "../../src/jobs/purge-expired-data"

/** The nightly job, now: `medusa exec ./integration/harness/purge-expired-data.ts`. */
export default async function purge({ container }: ExecArgs): Promise<void> {
  await purgeExpiredData(container)
}
