import { execa } from "execa"
import { join } from "node:path"
import { binOf } from "../launcher/builds.js"
import { ensureSecrets } from "../launcher/secrets.js"
import { backendEnvironment, backendFolder } from "../launcher/servers.js"
import { readSettings } from "../launcher/settings.js"
import { startPostgres } from "../postgres/start.js"
import { UserError } from "../process/user-error.js"
import { runCommand } from "./command.js"

/** `npm run shop medusa -- db:generate giftNote`: a Medusa command on the source code, with the settings of `npm start`. */
runCommand(async (args) => {
  const [command] = args
  if (command === undefined)
    throw new UserError("Name a command, like npm run shop medusa -- db:generate giftNote")
  const settings = readSettings()
  // The server of a running `npm start` is used and left running.
  const server =
    settings.DATABASE_URL === undefined
      ? await startPostgres({ dataDir: join(settings.SANDBOX_DATA, "postgres") })
      : undefined
  try {
    const url = settings.DATABASE_URL ?? server?.url ?? ""
    const { exitCode } = await execa(
      process.execPath,
      [binOf("backend", "@medusajs/cli", "medusa"), ...args],
      {
        cwd: backendFolder("dev"),
        env: backendEnvironment(settings, ensureSecrets(settings.SANDBOX_DATA), url, "development"),
        extendEnv: false,
        stdio: "inherit",
        reject: false,
      },
    )
    if (exitCode !== 0) throw new UserError(`medusa ${command} ended with code ${String(exitCode)}.`)
    return [`medusa ${command} is done.`]
  } finally {
    if (server?.isReused === false) await server.stop()
  }
})
