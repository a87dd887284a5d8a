import { resolve } from "node:path"
import { announcement, type Child, startMain } from "../process/child.js"

export interface SignInOptions {
  /** Keeps the accounts between starts */
  accountsFile: string
  /** [0: a free one] */
  port?: number
  logFile: string
}

export interface SignInEmulator extends Child {
  /** Resolves with its URL when it answers. Rejects with a UserError when it ends before that. */
  ready: Promise<string>
}

/**
 * Starts Firebase's own Auth emulator on 127.0.0.1. It returns at once: the emulator needs some seconds, and
 * only signing in needs the emulator.
 */
export function startSignIn(options: SignInOptions): SignInEmulator {
  const child = startMain({
    name: "the Google sign-in emulator",
    beside: import.meta.url,
    env: {
      AUTH_ACCOUNTS: resolve(options.accountsFile),
      AUTH_PORT: String(options.port ?? 0),
    },
    logFile: options.logFile,
  })
  const ready = announcement(child).then(({ url }) => url)
  ready.catch(() => undefined) // callers may ignore it
  return { ...child, ready }
}
