import { join } from "node:path"
import { binOf } from "./builds.js"
import type { Progress } from "./progress.js"
import { run } from "./run.js"
import { makePassword } from "./secrets.js"
import { backendFolder } from "./servers.js"
import { backendEnvironment } from "./server-environments.js"
import type { Settings } from "./settings.js"
import type { RunningShop } from "./start-shop.js"

/** One more member of staff, for whoever lost the first one's password. */
export async function addStaff(settings: Settings, shop: RunningShop, progress: Progress) {
  const [name, host] = settings.ADMIN_EMAIL.split("@")
  const email = `${name}-${Date.now().toString(36)}@${host}`
  const password = makePassword()
  await progress.step("Adding a member of staff", () =>
    run({
      name: "medusa user",
      script: binOf("backend", "@medusajs/cli", "medusa"),
      args: ["user", "--email", email, "--password", password],
      cwd: backendFolder("built"),
      env: backendEnvironment(settings, shop.secrets, shop.databaseUrl, "production"),
      logFile: join(settings.SANDBOX_DATA, "logs", "staff.log"),
    }),
  )
  return { email, password }
}
