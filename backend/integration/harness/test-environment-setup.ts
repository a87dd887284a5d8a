import type { TestProject } from "vitest/node"
import { acquireTestEnvironment } from "./test-environment"

/** For specs that start their own servers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const environment = await acquireTestEnvironment(project)
  return () => environment.stop()
}
