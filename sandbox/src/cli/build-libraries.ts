import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureLibrariesBuilt } from "../launcher/builds.js"
import { progressOn } from "../process/progress.js"
import { runCommand } from "./command.js"

/** `npm run build:libraries`: the packages that the backend imports as built, where their sources changed. */
runCommand(async () => {
  const progress = progressOn(process.stdout)
  const logs = await mkdtemp(join(tmpdir(), "shop-libraries-"))
  try {
    await ensureLibrariesBuilt(logs, progress)
    return ["The libraries are built."]
  } finally {
    progress.end()
    await rm(logs, { recursive: true, force: true })
  }
})
