import { loadCode } from "../lib/later"
import type * as schemas from "./schemas"

export type Schemas = typeof schemas

let loaded: Schemas | null = null

/** Loads the parsers, when there is a network. Once they are loaded, it waits for nothing. */
export async function loadSchemas(): Promise<Schemas> {
  if (loaded) return loaded
  loaded = await loadCode(() => import("./schemas"))
  return loaded
}
