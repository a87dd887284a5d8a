import { firebaseConfigSchema } from "@shop/contracts"
import Fastify from "fastify"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { afterEach, expect, test } from "vitest"
import { registerSecurity } from "./security"
import { registerSignIn, signInSources } from "./sign-in"

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const PROJECT = {
  PUBLIC_URL: "https://shop.test",
  FIREBASE_PROJECT_ID: "honey-shop",
  FIREBASE_API_KEY: "key-1",
}
const NOTHING = {
  PUBLIC_URL: "https://shop.test",
  FIREBASE_PROJECT_ID: undefined,
  FIREBASE_API_KEY: undefined,
  FIREBASE_AUTH_EMULATOR_HOST: undefined,
}

async function shopWith(settings: Partial<Record<keyof typeof NOTHING, string | undefined>>) {
  const app = Fastify()
  const sources = { scriptSrc: [], connectSrc: [], frameSrc: [], imgSrc: [] }
  registerSecurity(app, { isHttps: true, isDevelopment: false, sources })
  await registerSignIn(app, { ...NOTHING, ...settings })
  stops.push(() => app.close())
  return app
}

/** An emulator that remembers what it was asked. */
async function anEmulator() {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers })
    response.setHeader("set-cookie", "theirs=1").end("hello")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  stops.push(() => new Promise((done) => server.close(done)))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a server listens on a port")
  return { host: `127.0.0.1:${address.port}`, asked }
}

test("the browser's configuration has the project, and the shop's own host as the auth domain", async () => {
  const shop = await shopWith(PROJECT)
  const answer = await shop.inject("/__/firebase/init.json")
  expect(firebaseConfigSchema.parse(answer.json())).toEqual({
    apiKey: "key-1",
    authDomain: "shop.test",
    projectId: "honey-shop",
  })
})

test("without https the auth domain is Firebase's own", async () => {
  const settings = { ...NOTHING, ...PROJECT, PUBLIC_URL: "http://localhost:8000" }
  const shop = await shopWith(settings)
  const answer = await shop.inject("/__/firebase/init.json")
  expect(answer.json()).toMatchObject({ authDomain: "honey-shop.firebaseapp.com" })
  expect(signInSources(settings).frameSrc).toEqual(["'self'", "https://honey-shop.firebaseapp.com"])
})

test("without a project there is no sign-in, and the content policy allows nothing for it", async () => {
  const shop = await shopWith({})
  const answer = await shop.inject("/__/firebase/init.json")
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toBeNull()
  expect(Object.values(signInSources(NOTHING)).flat()).toEqual([])
  expect((await shop.inject("/__/auth/handler")).statusCode).toBe(404)
})

test("the emulator is proxied without the shop's cookies, and cannot set any", async () => {
  const { host, asked } = await anEmulator()
  const shop = await shopWith({ ...PROJECT, FIREBASE_AUTH_EMULATOR_HOST: host })
  const config = firebaseConfigSchema.parse((await shop.inject("/__/firebase/init.json")).json())
  expect(config.emulatorUrl).toBe("https://shop.test")
  for (const url of [
    "/emulator/auth/handler?apiKey=key-1",
    "/identitytoolkit.googleapis.com/v1/projects",
    "/securetoken.googleapis.com/v1/token",
  ]) {
    const answer = await shop.inject({ url, headers: { cookie: "shop_session=secret" } })
    expect(answer.body).toBe("hello")
    expect(answer.headers["set-cookie"]).toBeUndefined()
    expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN")
    expect(answer.headers["content-security-policy"]).toBe("frame-ancestors 'self'")
    expect(asked.at(-1)?.url).toBe(url)
    expect(asked.at(-1)?.headers.cookie).toBeUndefined()
  }
})

test("an unreachable emulator gives a clear message", async () => {
  const shop = await shopWith({ ...PROJECT, FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:1" })
  const answer = await shop.inject("/emulator/auth/handler")
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: "sign_in_unavailable" })
})
