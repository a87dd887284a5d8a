import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { binOf } from "../launcher/builds.js"
import { ensureSecrets } from "../launcher/secrets.js"
import { backendEnvironment } from "../launcher/server-environments.js"
import { backendFolder } from "../launcher/servers.js"
import { readSettings } from "../launcher/settings.js"
import { startPostgres } from "../postgres/start.js"
import { Explained } from "../process/explain.js"
import { runCommand } from "./run-command.js"

/** `npm run medusa -- db:generate giftNote`: one of Medusa's own commands on the source, with what `npm start` keeps. */
runCommand(async (words) => {
  const [command] = words
  if (command === undefined) throw new Explained("Which command? npm run medusa -- db:generate giftNote")
  const settings = readSettings()
  const own = settings.DATABASE_URL
  // The server of an `npm start` that runs is used as it is, and left running.
  const server =
    own === undefined ? await startPostgres({ dataDir: join(settings.SANDBOX_DATA, "postgres") }) : undefined
  try {
    const secrets = ensureSecrets(settings.SANDBOX_DATA)
    const child = spawn(process.execPath, [binOf("backend", "@medusajs/cli", "medusa"), ...words], {
      cwd: backendFolder("dev"),
      env: backendEnvironment(settings, secrets, own ?? server?.url ?? "", "development"),
      stdio: "inherit",
    })
    await once(child, "exit")
    if (child.exitCode !== 0) throw new Explained(`medusa ${command} ended with ${String(child.exitCode)}.`)
    return [`medusa ${command} is done.`]
  } finally {
    if (server?.reused === false) await server.stop()
  }
})
