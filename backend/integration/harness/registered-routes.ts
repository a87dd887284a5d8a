import { readFile } from "node:fs/promises"
import type { Backend } from "./medusa"

export interface Route {
  method: string
  /** As it was registered: /admin/orders/:id/cancel */
  path: string
}

/** The log level at which a backend says which routes it registers. */
export const TELLS_ITS_ROUTES = { LOG_LEVEL: "debug" }

/** Every route that a backend registered when it booted, Medusa's own and ours, by its own word. */
export async function registeredRoutes({ logFile }: Backend): Promise<Route[]> {
  const log = await readFile(logFile, "utf8")
  const found = [...log.matchAll(/registering route ([A-Z]+) (\/\S*)/g)]
  return found.map(([, method = "", path = ""]) => ({ method, path }))
}
