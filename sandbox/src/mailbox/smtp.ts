import { SMTPServer } from "smtp-server"
import type { LetterStore } from "./store.js"

const TEN_MEGABYTES = 10 * 1024 * 1024

/** Takes every message and delivers none: no password, no encryption, 127.0.0.1 only. */
export function receiveMail(
  port: number,
  store: LetterStore,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    size: TEN_MEGABYTES,
    banner: "The sandbox's mailbox: nothing leaves this machine",
    onAuth: (_, __, done) => done(null, { user: "anyone" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error("Message too large"), { responseCode: 552 }))
        try {
          const id = store.add(
            Buffer.concat(chunks),
            session.envelope.rcptTo.map(({ address }) => address),
          )
          done(null, `kept as ${id}`)
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    const listener = server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      server.on("error", (error) => console.error(error)) // a client that hangs up is not our end
      const address = listener.address()
      resolve({
        port: address !== null && typeof address === "object" ? address.port : port,
        close: () => new Promise((closed) => server.close(closed)),
      })
    })
  })
}
