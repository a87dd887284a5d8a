/** The one part of firebase-tools that the sandbox uses, inside of it and without types: pinned to one version. */
import { createRequire } from "node:module"
import type { RequestListener } from "node:http"

const MODULE = "firebase-tools/lib/emulator/auth/server"

/** Firebase's own Auth emulator, as an Express application. It takes some seconds, most of them for its API's schema. */
export async function createEmulator(projectId: string): Promise<RequestListener> {
  const server: unknown = createRequire(import.meta.url)(MODULE)
  if (!hasCreateApp(server)) throw new Error(`${MODULE} has no createApp: firebase-tools changed inside.`)
  const app = await server.createApp(projectId)
  if (!isListener(app)) throw new Error(`${MODULE} made something that is no application.`)
  return app
}

function hasCreateApp(value: unknown): value is { createApp(projectId: string): Promise<unknown> } {
  return (
    typeof value === "object" &&
    value !== null &&
    "createApp" in value &&
    typeof value.createApp === "function"
  )
}

function isListener(value: unknown): value is RequestListener {
  return typeof value === "function"
}
