import { readFile } from "node:fs/promises"
import type { Backend } from "./medusa"

export interface Route {
  method: string
  /** Like /admin/orders/:id/cancel */
  path: string
}

/** The log level that lists the registered routes. */
export const TELLS_ITS_ROUTES = { LOG_LEVEL: "debug" }

/** Every route in the log of a backend's start, Medusa's and ours. */
export async function registeredRoutes({ logFile }: Backend): Promise<Route[]> {
  const log = await readFile(logFile, "utf8")
  const found = [...log.matchAll(/registering route ([A-Z]+) (\/\S*)/g)]
  return found.map(([, method = "", path = ""]) => ({ method, path }))
}
