import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { createRequire } from "node:module"
import { z } from "zod"
import { announce } from "../process/child.js"
import { AccountsFile } from "./accounts-file.js"
import { DEMO_PROJECT } from "./project.js"

const SAVE_DELAY_MS = 300
/** Internal to firebase-tools and without types, so its version is pinned. */
const EMULATOR_MODULE = "firebase-tools/lib/emulator/auth/server"
const API_MODULE = "firebase-tools/lib/emulator/auth/apiSpec"
/** The calls of Firebase's libraries for what the shop does. Those for its other products would triple the start. */
const CALLS = [
  "/v1/token",
  "/v1/projects",
  ...["signInWithIdp", "lookup", "update", "delete"].map((call) => `/v1/accounts:${call}`),
  ...["lookup", "update", "delete", "batchGet", "batchCreate"].map(
    (call) => `/v1/projects/{targetProjectId}/accounts:${call}`,
  ),
]

const { AUTH_ACCOUNTS, AUTH_PORT } = z
  .object({ AUTH_ACCOUNTS: z.string().min(1), AUTH_PORT: z.coerce.number().int().min(0).max(65535) })
  .parse(process.env)

const emulator = await createEmulator()
let saving: NodeJS.Timeout | undefined
const server = createServer((request, response) => {
  const isOwner = request.headers.authorization === "Bearer owner"
  if (request.method !== "GET" && !isOwner) response.once("finish", saveSoon)
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
  }, SAVE_DELAY_MS)
}

announce(url, async () => {
  clearTimeout(saving)
  await accounts.save()
  server.closeAllConnections()
  server.close()
  await once(server, "close")
})

/** Firebase's Auth emulator as an Express application. */
async function createEmulator(): Promise<RequestListener> {
  const isFunction = (value: unknown) => typeof value === "function"
  const moduleSchema = z.object({
    createApp: z.custom<(projectId: string) => Promise<unknown>>(isFunction),
  })
  const load = createRequire(import.meta.url)
  leaveOnlyCalls(load(API_MODULE))
  const { createApp } = moduleSchema.parse(load(EMULATOR_MODULE))
  return z.custom<RequestListener>(isFunction).parse(await createApp(DEMO_PROJECT))
}

function leaveOnlyCalls(api: unknown): void {
  const isRecord = (value: unknown) => typeof value === "object" && value !== null
  // The emulator reads the same object, so it must not be a copy.
  const paths = z.custom<Record<string, unknown>>(isRecord)
  const { default: specification } = z.object({ default: z.object({ paths }) }).parse(api)
  for (const path of Object.keys(specification.paths))
    if (!CALLS.includes(path)) Reflect.deleteProperty(specification.paths, path)
}
