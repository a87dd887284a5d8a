import { once } from "node:events"
import { createServer } from "node:http"
import { z } from "@medusajs/framework/zod"
import { getApps } from "firebase-admin/app"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { deleteFirebaseUser, isGoogleUnavailable } from "./delete-user"

/** What Firebase answers for a user of this id. */
const ANSWERS: Readonly<Record<string, object>> = {
  ada: {},
  gone: { error: { message: "USER_NOT_FOUND" } },
  stuck: { error: { message: "INTERNAL_ERROR" } },
}

const firebase = createServer((request, response) => {
  void request
    .setEncoding("utf8")
    .toArray()
    .then((body) => {
      const { localId } = z.object({ localId: z.string() }).parse(JSON.parse(body.join("")))
      const answer = ANSWERS[localId] ?? {}
      response.writeHead("error" in answer ? 400 : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(answer))
    })
})
let options: { projectId: string; emulatorHost: string }

beforeAll(async () => {
  firebase.listen(0, "127.0.0.1")
  await once(firebase, "listening")
  const { port } = z.object({ port: z.number() }).parse(firebase.address())
  options = { projectId: "honey-shop", emulatorHost: `127.0.0.1:${port}` }
  vi.stubEnv("FIREBASE_AUTH_EMULATOR_HOST", options.emulatorHost)
})
afterAll(() => {
  vi.unstubAllEnvs()
  firebase.closeAllConnections()
  firebase.close()
})

it("deletes a user, and one that is gone already", async () => {
  expect(await deleteFirebaseUser(options, "ada")).toBe(true)
  expect(await deleteFirebaseUser(options, "gone")).toBe(true)
})

it("says so when Firebase did not delete", async () => {
  const error: unknown = await deleteFirebaseUser(options, "stuck").catch((thrown: unknown) => thrown)
  expect(String(error)).toContain("Firebase did not delete a user")
  expect(isGoogleUnavailable(error)).toBe(true)
})

it("cannot ask without a key", async () => {
  expect(await deleteFirebaseUser({ projectId: "honey-shop" }, "ada")).toBe(false)
})

it("leaves nothing of Firebase's open behind it", async () => {
  const before = getApps()
  await deleteFirebaseUser(options, "ada")
  await deleteFirebaseUser(options, "stuck").catch(() => undefined)
  expect(getApps()).toEqual(before)
})
