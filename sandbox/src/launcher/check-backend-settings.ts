import { join } from "node:path"
import { understandTypeScript } from "../process/child.js"
import { Explained } from "../process/explain.js"
import { readLog } from "../process/log.js"
import { repository } from "./repository.js"
import { run } from "./run.js"

/**
 * Lets the backend read its environment, as it will when it starts, before anything takes time.
 * @throws Explained with the backend's own list of what is wrong
 */
export async function checkBackendSettings(env: NodeJS.ProcessEnv, logs: string): Promise<void> {
  const logFile = join(logs, "settings.log")
  try {
    await run(
      {
        name: "checking the settings",
        script: join(repository, "backend/src/config/index.ts"),
        cwd: join(repository, "backend"),
        env,
        logFile,
      },
      understandTypeScript(),
    )
  } catch {
    const [headline, ...lines] = readLog(logFile).trim().split("\n")
    throw new Explained(
      headline ?? "The settings could not be checked.",
      lines.map((line) => line.trim()),
    )
  }
}
