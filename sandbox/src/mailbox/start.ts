import { resolve } from "node:path"
import { z } from "zod"
import { type Server, startServer } from "../process/child.js"

export interface MailboxOptions {
  /** One .eml file for each message */
  dataDir: string
  /** [0: a free one] */
  smtpPort?: number
  /** The web page [0: a free one] */
  webPort?: number
  /** [`dataDir`.log] */
  logFile?: string
}

/**
 * Starts an SMTP server on 127.0.0.1 that stores each message and shows it on a web page. The page's JSON API is under
 * /api/messages.
 */
export async function startMailbox(options: MailboxOptions): Promise<Server & { smtpUrl: string }> {
  const dataDir = resolve(options.dataDir)
  const server = await startServer({
    name: "the mailbox",
    beside: import.meta.url,
    env: {
      MAIL_DATA: dataDir,
      SMTP_PORT: String(options.smtpPort ?? 0),
      MAIL_PORT: String(options.webPort ?? 0),
    },
    logFile: options.logFile ?? `${dataDir}.log`,
  })
  const { smtpPort } = z.object({ smtpPort: z.number() }).parse(server.details)
  return { ...server, smtpUrl: `smtp://127.0.0.1:${smtpPort}` }
}
