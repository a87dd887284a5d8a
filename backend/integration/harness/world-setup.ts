import type { TestProject } from "vitest/node"
import { holdWorld } from "./world"

/** For specs that start servers of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await holdWorld(project)
  return () => world.stop()
}
