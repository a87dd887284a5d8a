import { join } from "node:path"
import {
  addressesOf,
  readSettings,
  type Settings,
  usesSandboxChain,
  usesSandboxLightning,
} from "../launcher/settings.js"
import { databaseUrl, readConnection } from "../postgres/connection.js"
import { UserError } from "../process/user-error.js"
import { runCommand } from "./command.js"
import { payOrder } from "./pay-order.js"

runCommand((args) => {
  const settings = readSettings()
  const shop = {
    databaseUrl: () => shopDatabase(settings),
    network: usesSandboxChain(settings) ? addressesOf(settings).esplora : null,
    hasLightning: usesSandboxLightning(settings),
    commands: { pay: "npm run pay --", mine: "npm run mine", doctor: "npm run doctor" },
    blockSeconds: settings.BLOCK_SECONDS,
  }
  return payOrder(shop, args)
})

function shopDatabase(settings: Settings): string {
  if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL
  const connection = readConnection(join(settings.SANDBOX_DATA, "postgres"))
  if (connection === undefined) throw new UserError("There is no shop yet: start it with npm start.")
  return databaseUrl(connection, "shop")
}
