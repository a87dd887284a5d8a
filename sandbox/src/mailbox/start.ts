import { resolve } from "node:path"
import { z } from "zod"
import { beside, type Child, startServer } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"

export interface MailboxOptions {
  /** One .eml for each message */
  dataDir: string
  /** [0: one that is free] */
  smtpPort?: number
  /** The web page [0: one that is free] */
  webPort?: number
  /** [`dataDir`.log] */
  logFile?: string
}

export interface Mailbox extends Child {
  /** The web page; its JSON is under /api/messages */
  url: string
  /** smtp://… */
  smtpUrl: string
}

/** A real SMTP server on 127.0.0.1 that keeps what it is given and shows it on a page, as a process of its own. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const dataDir = resolve(options.dataDir)
  const server = await startServer({
    name: "the mailbox",
    script: beside(import.meta.url, "./main.ts"),
    cwd: "/",
    env: {
      ...inheritedEnvironment(),
      MAIL_DATA: dataDir,
      SMTP_PORT: String(options.smtpPort ?? 0),
      MAIL_PORT: String(options.webPort ?? 0),
    },
    logFile: options.logFile ?? `${dataDir}.log`,
  })
  const { smtpPort } = z.object({ smtpPort: z.number() }).parse(server.details)
  return { ...server, smtpUrl: `smtp://127.0.0.1:${smtpPort}` }
}
