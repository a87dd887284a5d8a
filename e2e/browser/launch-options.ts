import { chromium, type LaunchOptions } from "@playwright/test"
import { existsSync } from "node:fs"
import { packedChromium } from "./packed-chromium"

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Turns off the browser's own background requests: the journeys allow requests to this machine only. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  "--disable-gpu",
]
const isRoot = process.getuid?.() === 0

/**
 * The first available browser: PW_CHROMIUM, Playwright's own, the system's, or the npm package's.
 * PW_CHROMIUM=packed selects the npm package.
 *
 * @throws Error with the remedy when there is no browser
 */
export function launchOptions(): LaunchOptions {
  const named = process.env.PW_CHROMIUM
  // Chromium refuses to run as root within its own sandbox.
  const args = isRoot ? [...QUIET, "--no-sandbox"] : QUIET

  if (named && named !== "packed") return { executablePath: named, args }
  if (!named) {
    if (existsSync(chromium.executablePath())) return { channel: "chromium", args }
    const system = SYSTEM_BROWSERS.find((path) => existsSync(path))
    if (system) return { executablePath: system, args }
  }
  const packed = packedChromium()
  if (!packed) throw new Error("No browser found. Run `npx playwright install chromium`, or set PW_CHROMIUM.")
  return {
    executablePath: packed.executablePath,
    env: { ...definedOnly(process.env), ...packed.env },
    args: [...QUIET, "--no-sandbox", "--no-zygote"],
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
