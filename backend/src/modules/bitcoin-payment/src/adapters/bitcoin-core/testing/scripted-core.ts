import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import path from "node:path"
import { text } from "node:stream/consumers"
import { z } from "@medusajs/framework/zod"
import type { Network } from "../../descriptor"
import { listenOnLoopback } from "../../testing/loopback"
import { ScriptedAddresses } from "./scripted-addresses"
import { ScriptedChain } from "./scripted-chain"
import { Refusal, ScriptedRpc } from "./scripted-rpc"

const requestSchema = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

/** A server that speaks as Bitcoin Core does, over a toy chain. */
export interface ScriptedCore {
  readonly url: string
  readonly chain: ScriptedChain
  readonly rpc: ScriptedRpc
  readonly cookieFile: string
  /** An address of the shop, or of an earlier descriptor. */
  addressAt(index: number, descriptor?: string): string
  /** What a restart does: another cookie, and wallets to be loaded again. */
  restart(options?: { emptyMempool?: boolean }): Promise<void>
  /** Another node in its place: the same best chain, no other block, and no wallet. */
  replace(): void
  stop(): Promise<void>
}

export interface ScriptedCoreOptions {
  /** [20] */
  readonly height?: number | undefined
  readonly network?: Network
  /** In seconds; see `ScriptedChain`. */
  readonly clock?: () => number
  /** How many addresses beyond the last used one the wallets recognise. Default: only those of `addressAt`. */
  readonly addressesAhead?: number
}

/** The names of the networks in the node's answers. */
const CHAINS: Record<Network, string> = {
  mainnet: "main",
  testnet: "test",
  testnet4: "testnet4",
  signet: "signet",
  regtest: "regtest",
}

export async function startScriptedCore(
  descriptor: string,
  { height = 20, network = "regtest", clock, addressesAhead = 0 }: ScriptedCoreOptions = {},
): Promise<ScriptedCore> {
  const folder = await mkdtemp(path.join(tmpdir(), "scripted-core-"))
  const cookieFile = path.join(folder, ".cookie")
  let cookie = ""
  const writeCookie = async () => {
    cookie = `__cookie__:${randomBytes(16).toString("hex")}`
    await writeFile(cookieFile, cookie)
  }
  await writeCookie()

  const addresses = new ScriptedAddresses(network, addressesAhead)
  addresses.at(descriptor, 0)
  const chain = new ScriptedChain(height, clock)
  const rpc = new ScriptedRpc(chain, addresses)
  rpc.state.chain = CHAINS[network]

  const server = createServer((request, response) => {
    response.setHeader("date", new Date(Date.now() + rpc.state.clockAhead * 1000).toUTCString())
    answer(request, response, rpc, () => cookie).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  const { url, stop } = await listenOnLoopback(server)
  return {
    url,
    chain,
    rpc,
    cookieFile,
    addressAt: (index, of = descriptor) => addresses.at(of, index),
    restart: async ({ emptyMempool = false } = {}) => {
      await writeCookie()
      if (emptyMempool) chain.mempool.clear()
      for (const wallet of rpc.wallets.values()) wallet.isLoaded = false
    },
    replace: () => {
      rpc.wallets.clear()
      for (const hash of [...chain.known.keys()]) if (!chain.isInChain(hash)) chain.known.delete(hash)
    },
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  rpc: ScriptedRpc,
  cookie: () => string,
): Promise<void> {
  const body: unknown = JSON.parse(await text(request))
  if (request.headers.authorization !== `Basic ${Buffer.from(cookie()).toString("base64")}`) {
    // The node answers without a body.
    response.writeHead(401, { "www-authenticate": 'Basic realm="jsonrpc"' }).end()
    return
  }
  const wallet = /^\/wallet\/(.+)$/.exec(request.url ?? "")?.[1]
  const one = (raw: unknown) =>
    reply(rpc, wallet === undefined ? null : decodeURIComponent(wallet), requestSchema.parse(raw))
  if (Array.isArray(body)) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body.map(one)))
    return
  }
  const result = one(body)
  const status = result.error === null ? 200 : result.error.code === -32601 ? 404 : 500
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(result))
}

function reply(
  rpc: ScriptedRpc,
  wallet: string | null,
  { id, method, params }: z.infer<typeof requestSchema>,
) {
  try {
    return { id, result: rpc.call(wallet, method, params), error: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { id, result: null, error: { code: error.code, message: error.message } }
  }
}
