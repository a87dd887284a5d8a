import { SMTPServer } from "smtp-server"
import { z } from "zod"
import { announce } from "../process/child.js"
import { MessageStore } from "./store.js"
import { mailboxWeb } from "./web.js"

const TEN_MEGABYTES = 10 * 1024 * 1024

const port = z.coerce.number().int().min(0).max(65535)
const { MAIL_DATA, SMTP_PORT, MAIL_PORT } = z
  .object({ MAIL_DATA: z.string().min(1), SMTP_PORT: port, MAIL_PORT: port })
  .parse(process.env)

const store = new MessageStore(MAIL_DATA)
const smtp = await startSmtp()
const web = mailboxWeb(store)
const url = await web.listen({ host: "127.0.0.1", port: MAIL_PORT })
announce(
  url,
  async () => {
    await smtp.close()
    await web.close()
  },
  { smtpPort: smtp.port },
)

/** Accepts every message and delivers none: no password, no encryption, 127.0.0.1 only. */
function startSmtp(): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    size: TEN_MEGABYTES,
    banner: "The sandbox's mailbox: no message leaves this machine",
    onAuth: (_, __, done) => done(null, { user: "anyone" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error("Message too large"), { responseCode: 552 }))
        try {
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          done(null, `stored as ${store.add(Buffer.concat(chunks), recipients)}`)
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    const listener = server.listen(SMTP_PORT, "127.0.0.1", () => {
      server.off("error", reject)
      server.on("error", (error) => console.error(error)) // a client that disconnects must not end the server
      const address = listener.address()
      resolve({
        port: address !== null && typeof address === "object" ? address.port : SMTP_PORT,
        close: () => new Promise((closed) => server.close(closed)),
      })
    })
  })
}
