import type { ExecArgs } from "@medusajs/framework/types"
import forgetWhatIsOver from "../../src/jobs/forget-what-is-over"

/** The nightly job, now: `medusa exec ./integration/harness/forget-what-is-over.ts`. */
export default async function forget({ container }: ExecArgs): Promise<void> {
  await forgetWhatIsOver(container)
}
