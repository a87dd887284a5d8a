import { BUILD_FOLDER, ensureLibrariesBuilt } from "../launcher/builds.js"
import { progressOn } from "../process/progress.js"
import { runCommand } from "./command.js"

/** `npm run build:libraries`: the packages that the backend imports as built, where their sources changed. */
runCommand(async () => {
  const progress = progressOn(process.stdout)
  await ensureLibrariesBuilt(BUILD_FOLDER, progress).finally(() => progress.end())
  return ["The libraries are built."]
})
