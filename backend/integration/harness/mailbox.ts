import { once } from "node:events"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { vi } from "vitest"

/** A received mail. */
export interface Received extends Email {
  /** The envelope's recipients. */
  receivers: string[]
}

export interface Mailbox {
  /** smtp://… for SMTP_URL */
  url: string
  port: number
  mails: Received[]
  /**
   * Waits for the first mail to this address that no earlier call has returned.
   * @param saying a part of its text; mails that are due together are sent in any order
   */
  mailTo(address: string, saying?: string): Promise<Received>
  close(): Promise<void>
}

/** The mailbox rejects addresses at this domain. */
export const UNKNOWN_DOMAIN = "unknown-domain.test"

/**
 * An SMTP server on this machine.
 * @param port 0: a free one
 */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, answer) {
      if (!address.endsWith(`@${UNKNOWN_DOMAIN}`)) {
        answer()
        return
      }
      answer(Object.assign(new Error("5.1.1 No such mailbox here"), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const receivers = session.envelope.rcptTo.map(({ address }) => address)
      const parts: Buffer[] = []
      stream.on("data", (part: Buffer) => parts.push(part))
      stream.once("end", () => {
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push({ ...mail, receivers })
          done()
        }, done)
      })
    },
  })
  // A killed sender leaves an incomplete mail, which is dropped.
  server.on("error", () => undefined)
  const listener = server.listen(port, "127.0.0.1")
  await once(listener, "listening")
  const at = listener.address()
  if (at === null || typeof at === "string") throw new Error("The mailbox has no port.")
  const seen = new Set<Received>()
  return {
    url: `smtp://127.0.0.1:${String(at.port)}`,
    port: at.port,
    mails,
    mailTo: (address, saying = "") =>
      vi.waitFor(
        () => {
          const mail = mails.find(
            (one) => !seen.has(one) && one.receivers.includes(address) && (one.text ?? "").includes(saying),
          )
          if (!mail) throw new Error(`No mail to ${address} yet${saying && ` that says ${saying}`}.`)
          seen.add(mail)
          return mail
        },
        { timeout: 50_000, interval: 200 },
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
