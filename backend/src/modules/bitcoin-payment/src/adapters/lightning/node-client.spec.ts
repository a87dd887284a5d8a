import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { afterEach, describe, expect, it } from "vitest"
import { CredentialTooBroad, LightningRefusal, LightningUnavailable } from "../../ports/lightning-node"
import { chooseLightning, probeLightning, type LightningSettings } from "../choose-lightning"
import { listenOnLoopback } from "../testing/loopback"
import { SELF_SIGNED } from "./testing/self-signed"

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})

type Answer = (request: IncomingMessage) => [status: number, body: string]
async function serve(answer: Answer, { tls = false } = {}) {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const [status, body] = answer(request)
    response.writeHead(status).end(body)
  }
  const { url, stop } = await listenOnLoopback(
    tls ? createTlsServer(SELF_SIGNED, listener) : createServer(listener),
  )
  running.push(stop)
  return { url: tls ? url.replace("http:", "https:") : url, asked }
}
const hash = "ab".repeat(32)
const limits = { autoLiquidity: true, minSats: 1, maxSats: 1000 }
const phoenixdAt = (url: string): LightningSettings => ({
  node: "phoenixd",
  url,
  credential: "word",
  ...limits,
})
/** phoenixd's answers, as of 0.8. */
const info = '{"nodeId":"02ab","channels":[],"chain":"regtest","blockHeight":1,"version":"0.8.1"}'
const isPay = ({ url }: IncomingMessage) => url === "/payinvoice"
const limited =
  (answer: Answer): Answer =>
  (request) =>
    isPay(request) ? [401, "Unauthorized"] : request.url === "/getinfo" ? [200, info] : answer(request)

describe("before its first use a credential", () => {
  it("that can pay is refused, and nothing else is asked with it", async () => {
    const { url, asked } = await serve((request) => (isPay(request) ? [400, "missing invoice"] : [200, info]))
    await expect(chooseLightning(phoenixdAt(url), "regtest").find(hash)).rejects.toThrow(CredentialTooBroad)
    expect(asked).toEqual(["GET /getinfo", "POST /payinvoice"])
    const failure = expect.stringContaining("The password can pay. Take http-password") as unknown
    expect(await probeLightning(phoenixdAt(url), "regtest")).toEqual({ failure })
  })

  it("is proven once", async () => {
    const { url, asked } = await serve(limited(() => [404, "Not found"]))
    const node = chooseLightning(phoenixdAt(url), "regtest")
    expect(await Promise.all([node.find(hash), node.find(hash)])).toEqual([undefined, undefined])
    await node.find(hash)
    expect(asked.filter((call) => call === "POST /payinvoice")).toHaveLength(1)
  })

  it("is proven later when the node was away", async () => {
    let isAway = true
    const answer = limited(() => [404, "Not found"])
    const { url } = await serve((request) => (isAway ? [502, "<html>Bad Gateway</html>"] : answer(request)))
    const node = chooseLightning(phoenixdAt(url), "regtest")
    await expect(node.find(hash)).rejects.toThrow(LightningUnavailable)
    isAway = false
    expect(await node.find(hash)).toBeUndefined()
  })
})

describe("an answer", () => {
  it.each([
    [404, "<html>nginx</html>", LightningUnavailable],
    [404, "no such page", LightningRefusal],
    [500, "Internal Server Error", LightningUnavailable],
    [200, "<!doctype html>", LightningUnavailable],
    [200, '{"isPaid":false}', LightningUnavailable],
    [200, "", LightningUnavailable],
  ])("%i %s is never taken for an unpaid or unknown invoice", async (status, body, failure) => {
    const { url } = await serve(limited(() => [status, body]))
    await expect(chooseLightning(phoenixdAt(url), "regtest").find(hash)).rejects.toThrow(failure)
  })
})

describe("a node with a certificate of its own", () => {
  const rune = Buffer.concat([Buffer.alloc(32, 7), Buffer.from("=1&method=getinfo|method=listinvoices")])
  const settings = (url: string): LightningSettings => ({
    ...{ node: "core-lightning", url, ...limits },
    credential: rune.toString("base64url"),
  })

  it("is trusted by that certificate, and not without it", async () => {
    const { url, asked } = await serve(() => [201, '{"invoices":[]}'], { tls: true })
    const trusting = { ...settings(url), certificate: SELF_SIGNED.cert }
    expect(await chooseLightning(trusting, "regtest").find(hash)).toBeUndefined()
    await expect(chooseLightning(settings(url), "regtest").find(hash)).rejects.toThrow(
      "self-signed certificate",
    )
    expect(asked).toEqual(["POST /v1/listinvoices"])
  })
})
