import { whenOnline } from "../lib/later"
import type * as schemas from "./schemas"

/** Every parser of the shop's calls and forms. */
export type Schemas = typeof schemas

let loaded: Schemas | null = null

/** Loads the parsers, when there is a network. Once they are loaded, it waits for nothing. */
export async function loadSchemas(): Promise<Schemas> {
  if (loaded) return loaded
  await whenOnline()
  loaded = await import("./schemas").catch(importAgain)
  return loaded
}

/** Chromium remembers a failed import until the page is reloaded, and names its address. Another address is another import. */
async function importAgain(failure: unknown): Promise<Schemas> {
  const address = /https?:\S+/.exec(String(failure))?.[0]
  if (address === undefined) throw failure
  const module: unknown = await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
  if (!isSchemas(module)) throw failure
  return module
}

const isSchemas = (module: unknown): module is Schemas =>
  typeof module === "object" && module !== null && "cartSchema" in module
