import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * MEDUSA_DISABLE_TELEMETRY keeps Medusa from collecting, yet it still forks a sender at every end, which outlives the
 * stop by a moment. Only its configuration file says no to that; it gets one of its own, and the developer's home
 * none at all.
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
