import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { z } from "zod"
import { binOf } from "./builds.js"
import { hashOf } from "./content-hash.js"
import { openLedger } from "./ledger.js"
import type { Progress } from "./progress.js"
import { repository } from "./repository.js"
import { run } from "./run.js"
import { type KeptSecrets, makePassword, writeSecrets } from "./secrets.js"

export interface Preparation {
  databaseUrl: string
  dataDir: string
  /** Where medusa's commands run, and what they need */
  cwd: string
  env: NodeJS.ProcessEnv
  adminEmail: string
  secrets: KeptSecrets
  logs: string
  progress: Progress
  /** ./src/seed/seed.js of the build, .ts of the source */
  seedScript: string
}

/** What decides which tables there are: the migrations, the links, the list of modules, Medusa's own version. */
function schemaHash(): string {
  const medusa = createRequire(join(repository, "backend/package.json")).resolve(
    "@medusajs/medusa/package.json",
  )
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(medusa, "utf8")))
  return `${version} ${hashOf(join(repository, "backend"), ["src/modules", "src/links", "medusa-config.ts"])}`
}

/**
 * Migrates when the tables may have changed, and stocks a new shop. Even with nothing to do Medusa takes 16 s to see
 * that, so what was done is noted in the database itself.
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { progress, cwd, env, logs, secrets, dataDir } = preparation
  const medusa = (name: string, args: readonly string[], extra: NodeJS.ProcessEnv = {}) =>
    run({
      name: `medusa ${args[0] ?? ""}`,
      script: binOf("backend", "@medusajs/cli", "medusa"),
      args,
      cwd,
      env: { ...env, ...extra },
      logFile: join(logs, `${name}.log`),
    })
  const ledger = await openLedger(preparation.databaseUrl)
  try {
    const schema = schemaHash()
    if ((await ledger.get("schema")) !== schema) {
      await progress.step("Preparing the database", () =>
        medusa("migrate", ["db:migrate", "--execute-safe-links", "--execute-safe-search"]),
      )
      await ledger.set("schema", schema)
    }
    if ((await ledger.get("seed")) === undefined) {
      const password = secrets.adminPassword ?? makePassword()
      if (!(await ledger.hasStaff())) {
        secrets.adminPassword = password
        writeSecrets(dataDir, secrets)
      }
      await progress.step("Stocking the shop", () =>
        medusa("seed", ["exec", preparation.seedScript], {
          ADMIN_EMAIL: preparation.adminEmail,
          ADMIN_PASSWORD: password,
        }),
      )
      await ledger.set("seed", "1")
    }
  } finally {
    await ledger.close()
  }
}

/** The password was shown: from now on only its owner knows it. */
export function clearPassword(dataDir: string, secrets: KeptSecrets): void {
  delete secrets.adminPassword
  writeSecrets(dataDir, secrets)
}
