import { mkdirSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { isPortFree } from "../process/ports.js"
import { Explained } from "../process/explain.js"
import type { Settings } from "./settings.js"
import { hasEmulator } from "./sign-in-settings.js"

const NEEDED_GIGABYTES = 1

/** @throws Explained when what the shop writes would not fit */
export async function checkDisk(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const { bavail, bsize } = await statfs(dataDir)
  const free = (bavail * bsize) / 1e9
  if (free >= NEEDED_GIGABYTES) return
  throw new Explained(
    `There are ${free.toFixed(2)} GB free on the disk of ${dataDir} and the shop needs at least ${NEEDED_GIGABYTES}: free some space, or set SANDBOX_DATA in .env to a folder on another disk.`,
  )
}

const PORTS = [
  ["STOREFRONT_PORT", "the shop"],
  ["BACKEND_PORT", "backend and admin"],
  ["ESPLORA_PORT", "the Bitcoin network"],
  ["SMTP_PORT", "receiving mail"],
  ["MAIL_PORT", "the mailbox"],
  ["AUTH_PORT", "Google sign-in's emulator"],
] as const

/** The ports that somebody else listens on, each as a sentence with the way out. */
export async function takenPorts(settings: Settings): Promise<string[]> {
  const found = await Promise.all(
    PORTS.map(async ([name, purpose]) => {
      if (name === "AUTH_PORT" && !hasEmulator(settings)) return []
      const port = settings[name]
      const host = name === "STOREFRONT_PORT" ? settings.STOREFRONT_HOST : "127.0.0.1"
      if (await isPortFree(port, host)) return []
      return [
        `Port ${port} (for ${purpose}) is taken by another program: stop that one, or set ${name}=${port + 100} in .env.`,
      ]
    }),
  )
  return found.flat()
}

/** @throws Explained naming every taken port */
export async function checkPorts(settings: Settings): Promise<void> {
  const taken = await takenPorts(settings)
  if (taken.length > 0) throw new Explained(taken.join("\n  "))
}
