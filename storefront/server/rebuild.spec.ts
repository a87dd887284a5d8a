import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { Agent, createServer, get, type IncomingMessage, type Server } from "node:http"
import { join, resolve } from "node:path"
import { build, type InlineConfig } from "vite"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { BUSINESS_DETAILS } from "./testing/test-shop"

const root = resolve(import.meta.dirname, "..")
/** Within reach of the storefront's packages, and no part of the tree. */
const CACHE = join(root, "node_modules/.cache")

let folder = ""
let shop = ""
let backend: Server
let storefront: ChildProcess | undefined

/** Builds the storefront as `npm run build` does; each release says another year, so that its files get other names. */
async function buildInPlace(year: number) {
  vi.stubEnv("NODE_ENV", "production")
  const release: InlineConfig = {
    root,
    logLevel: "error",
    plugins: [
      {
        name: "release",
        enforce: "pre",
        transform: (code, id) =>
          id.endsWith("lib/business-details.ts")
            ? code.replace("FOUNDED = 2020", `FOUNDED = ${year}`)
            : undefined,
      },
    ],
  }
  await build({ ...release, build: { outDir: join(folder, "dist/client") } })
  await build({ ...release, build: { ssr: true, outDir: join(folder, "dist/server"), emptyOutDir: true } })
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a server listens on a port")
  return address.port
}

async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listen(probe)
  probe.close()
  return port
}

beforeAll(async () => {
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(join(CACHE, "rebuild-"))
  await buildInPlace(2020)
  backend = createServer((request, response) =>
    response
      .setHeader("content-type", "application/json")
      .end(request.url === "/api/shop" ? JSON.stringify(BUSINESS_DETAILS) : "[]"),
  )
  const port = await freePort()
  storefront = spawn(process.execPath, [join(folder, "dist/server/main.js")], {
    cwd: folder,
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_ENV: "production",
      STOREFRONT_PORT: String(port),
      STOREFRONT_LOG_LEVEL: "error",
      STOREFRONT_TRUSTED_PROXIES: "127.0.0.1",
      BACKEND_URL: `http://127.0.0.1:${await listen(backend)}`,
    },
  })
  shop = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${shop}/health`)).status).toBe(200), 15_000)
  await buildInPlace(2021)
}, 60_000)

afterAll(async () => {
  if (storefront?.exitCode === null) {
    storefront.kill("SIGTERM")
    await once(storefront, "exit")
  }
  backend.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test.each(["/", "/products", "/about", "/faq", "/contact", "/checkout"])(
  "%s has all its files when first opened after a new build in the same folder",
  async (path) => {
    const page = await fetch(shop + path)
    expect(page.status).toBe(200)
    const html = await page.text()
    const files = html.match(/(?<=[" ])\/assets\/[^" ]+/g) ?? []
    expect(files.length).toBeGreaterThan(4)
    const answers = await Promise.all(files.map((file) => fetch(shop + file)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ headers }) => headers.get("cache-control")))).toEqual(
      new Set(["public, max-age=31536000, immutable"]),
    )
  },
)

test("a running server keeps serving its own build", async () => {
  const about = await (await fetch(`${shop}/about`)).text()
  expect(about).toContain("2020")
  expect(about).not.toContain("2021")
})

test("a script is sent as compressed at build time, with Vary", async () => {
  const file = /src="(\/assets\/[^"]+)"/.exec(await (await fetch(shop)).text())?.[1] ?? ""
  const [small, plain] = await Promise.all([
    fetch(shop + file, { headers: { "accept-encoding": "br" } }),
    fetch(shop + file, { headers: { "accept-encoding": "identity" } }),
  ])
  expect([small.headers.get("content-encoding"), plain.headers.get("content-encoding")]).toEqual(["br", null])
  expect([small.headers.get("vary"), plain.headers.get("vary")]).toEqual([
    "accept-encoding",
    "accept-encoding",
  ])
  expect(await small.text()).toBe(await plain.text())
})

test("drawings with fixed names are cached for an hour", async () => {
  const { headers } = await fetch(`${shop}/art/no-image.svg`)
  expect(headers.get("cache-control")).toBe("public, max-age=3600")
})

test("the build's list of its sources is not served", async () => {
  for (const file of ["manifest.json", "manifest.json.br", "manifest.json.gz"])
    expect((await fetch(`${shop}/${file}`)).status, file).toBe(404)
})

test("a server that is told to stop answers what comes on a connection that its proxy kept, and ends it", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const connectionOf = async () => {
    const answer = await new Promise<IncomingMessage>((heard) => get(`${shop}/health`, { agent }, heard))
    await once(answer.resume(), "end")
    return [answer.statusCode, answer.headers.connection]
  }
  expect(await connectionOf()).toEqual([200, "keep-alive"])
  storefront?.kill("SIGTERM")
  await vi.waitFor(async () => expect(await connectionOf()).toEqual([200, "close"]))
  agent.destroy()
})
