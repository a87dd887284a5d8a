import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Even with MEDUSA_DISABLE_TELEMETRY, Medusa forks a sender at every exit, which outlives the stop. Only its
 * configuration file prevents that. The developer's home folder is not touched.
 * @param dataDir where the file is created
 * @returns the folder for XDG_CONFIG_HOME
 */
export function configFolderWithoutTelemetry(dataDir: string): string {
  const folder = join(dataDir, "config")
  const file = join(folder, "medusa", "config.json")
  if (!existsSync(file)) {
    mkdirSync(join(folder, "medusa"), { recursive: true })
    writeFileSync(file, JSON.stringify({ telemetry: { enabled: false } }))
  }
  return folder
}
