import { resolve } from "node:path"
import { z } from "zod"
import { beside, type Child, diedEarly, startChild, understandTypeScript } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"

export interface SignInOptions {
  /** Where the accounts are kept between two runs */
  accountsFile: string
  /** [0: one that is free] */
  port?: number
  logFile: string
}

export interface SignInEmulator extends Child {
  /** Resolves with its address when it answers; rejects with Explained when it ends before. */
  ready: Promise<string>
}

const readyMessage = z.object({ ready: z.url() })

/**
 * Firebase's own Auth emulator on 127.0.0.1, as a process of its own. It is begun and not waited for: it takes about
 * eight seconds and nothing but signing in needs it.
 */
export function startSignIn(options: SignInOptions): SignInEmulator {
  const child = startChild(
    {
      name: "Google sign-in's emulator",
      script: beside(import.meta.url, "./main.ts"),
      cwd: "/",
      env: {
        ...inheritedEnvironment(),
        AUTH_ACCOUNTS: resolve(options.accountsFile),
        AUTH_PORT: String(options.port ?? 0),
      },
      logFile: options.logFile,
    },
    understandTypeScript(),
  )
  const ready = new Promise<string>((resolveReady, reject) => {
    child.onMessage((message) => {
      const parsed = readyMessage.safeParse(message)
      if (parsed.success) resolveReady(parsed.data.ready)
    })
    void child.exited.then((exit) => reject(diedEarly(child, exit)))
  })
  // Whoever wants to know awaits it; nobody has to.
  ready.catch(() => undefined)
  return { ...child, ready }
}
