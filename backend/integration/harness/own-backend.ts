import { inject } from "vitest"
import { startMedusa, type Backend } from "./medusa"
import { databaseUrl } from "./postgres"
import { baseSettings, type Settings } from "./settings"
import { copyTemplate, dropDatabase } from "./template"

/**
 * Starts a backend with its own database, for a spec that needs other settings, other stock or a crash.
 * @param name unique among the specs; letters, digits and underscores.
 */
export async function startOwnBackend(
  name: string,
  settings: Settings = {},
): Promise<Backend & { databaseUrl: string; mediaDir: string }> {
  const server = inject("postgresUrl")
  const copy = await copyTemplate(server, inject("template"), `shop_own_${name}`)
  const url = databaseUrl(server, copy.database)
  const base = { ...baseSettings(url, copy.mediaDir), SMTP_URL: inject("quietMailUrl") }
  const backend = await startMedusa({ ...base, ...settings }, `own-${name}`)
  return {
    ...backend,
    databaseUrl: url,
    mediaDir: copy.mediaDir,
    stop: async () => {
      await backend.stop()
      await dropDatabase(server, copy.database)
    },
  }
}
