import { once } from "node:events"
import { SMTPServer } from "smtp-server"

/** Accepts and forgets every mail. Without it each mail of a spec is composed again for every further attempt. */
export async function startQuietMailServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume().once("end", () => done())
    },
  })
  // A killed sender leaves an incomplete mail.
  server.on("error", () => undefined)
  const listener = server.listen(0, "127.0.0.1")
  await once(listener, "listening")
  const at = listener.address()
  if (at === null || typeof at === "string") throw new Error("The mail server has no port.")
  return {
    url: `smtp://127.0.0.1:${String(at.port)}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
