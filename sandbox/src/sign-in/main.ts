import { once } from "node:events"
import { createServer } from "node:http"
import { z } from "zod"
import { announce } from "../process/serve.js"
import { AccountsFile } from "./accounts-file.js"
import { createEmulator } from "./firebase-tools.js"
import { DEMO_PROJECT } from "./project.js"

/** Accounts are written down this long after the last change, in milliseconds. */
const SAVE_AFTER_MS = 300

const environment = z.object({
  AUTH_ACCOUNTS: z.string().min(1),
  AUTH_PORT: z.coerce.number().int().min(0).max(65535),
})
const { AUTH_ACCOUNTS, AUTH_PORT } = environment.parse(process.env)

const emulator = await createEmulator(DEMO_PROJECT)
let saving: NodeJS.Timeout | undefined
const server = createServer((request, response) => {
  const isOwn = request.headers.authorization === "Bearer owner"
  if (request.method !== "GET" && !isOwn) response.once("finish", saveSoon)
  emulator(request, response)
}).listen(AUTH_PORT, "127.0.0.1")
await once(server, "listening")
const { port } = z.object({ port: z.number() }).parse(server.address())
const url = `http://127.0.0.1:${port}`
const accounts = new AccountsFile(AUTH_ACCOUNTS, url)
await accounts.restore()

function saveSoon() {
  clearTimeout(saving)
  saving = setTimeout(() => {
    accounts.save().catch(console.error)
  }, SAVE_AFTER_MS)
}

announce(url, async () => {
  clearTimeout(saving)
  await accounts.save()
  server.closeAllConnections()
  server.close()
  await once(server, "close")
})
