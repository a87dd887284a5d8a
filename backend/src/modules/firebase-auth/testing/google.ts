import { generateKeyPairSync, sign, type KeyObject } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { Agent } from "node:https"
import { connect } from "node:net"
import { z } from "@medusajs/framework/zod"

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Where Firebase's library fetches the public keys, and nothing else. */
const KEYS_PATH = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"

export interface StandIn {
  /** Leads the library's calls to this stand-in, whatever host they are for. */
  agent: Agent
  /** How often the keys were fetched. */
  fetched(): number
  /** Answers with this status from now on. */
  failWith(status: number): void
  close(): Promise<void>
}

/** One pair of keys of Google's, with the id that its tokens name. */
export interface Keys {
  id: string
  privateKey: KeyObject
  publicPem: string
}

export function makeKeys(id: string): Keys {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  return { id, privateKey, publicPem: publicKey.export({ type: "spki", format: "pem" }).toString() }
}

/** A server that gives out public keys as Google does. */
export async function standInForGoogle(keys: readonly Keys[]): Promise<StandIn> {
  let fetched = 0
  let status = 200
  const server = createServer((request, response) => {
    fetched++
    const isKeys = request.url === KEYS_PATH && status === 200
    response.writeHead(isKeys ? 200 : status === 200 ? 404 : status, {
      "content-type": "application/json",
      "cache-control": "public, max-age=3600",
    })
    const body = Object.fromEntries(keys.map(({ id, publicPem }) => [id, publicPem]))
    response.end(JSON.stringify(isKeys ? body : { error: "not now" }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const agent = Object.assign(new Agent(), { createConnection: () => connect(port, "127.0.0.1") })
  return {
    agent,
    fetched: () => fetched,
    failWith: (code) => {
      status = code
    },
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** A token signed with RS256, as Google signs them. */
export function signToken({ id, privateKey }: Keys, claims: object, header: object = {}): string {
  const content = `${base64url({ alg: "RS256", typ: "JWT", kid: id, ...header })}.${base64url(claims)}`
  return `${content}.${sign("sha256", Buffer.from(content), privateKey).toString("base64url")}`
}

/** A token without a signature, as the emulator writes them. */
export function unsignedToken(claims: object): string {
  return `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}.`
}
