import { createHash } from "node:crypto"
import { createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { bitcoinClient } from "../../../sandbox/src/testing/bitcoin-client"

const POLL_MS = 100
const requestSchema = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const txidsSchema = z.array(z.string())
const portSchema = z.object({ port: z.number() })
const [text, number] = [z.string(), z.number()]

interface Entry {
  tx_hash: string
  /** 0: in the mempool */
  height: number
  fee?: number
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest()
const reversed = (data: Buffer) => Buffer.from(data).reverse()
const hashOf = (script: string) => reversed(sha256(Buffer.from(script, "hex"))).toString("hex")

/**
 * An Electrum server (protocol 1.4, over TCP) for one wallet, on a regtest node's Esplora API. It follows no reorganisation, and leaves
 * out the rewards of blocks.
 */
export async function startElectrumServer(
  chainUrl: string,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const client = bitcoinClient(chainUrl)
  const get = async (path: string): Promise<string> => (await client.get(path)).text

  const blocks: { header: string; txids: string[] }[] = []
  const mined = new Map<string, Entry[]>()
  let waiting = new Map<string, Entry[]>()
  const historyOf = (script: string) => [...(mined.get(script) ?? []), ...(waiting.get(script) ?? [])]
  const statusOf = (script: string) => {
    const history = historyOf(script).map(({ tx_hash: txid, height }) => `${txid}:${String(height)}:`)
    return history.length === 0 ? null : sha256(history.join("")).toString("hex")
  }
  const tip = () => ({ height: blocks.length - 1, hex: blocks.at(-1)?.header ?? "" })

  async function add(txid: string, height: number, to: Map<string, Entry[]>): Promise<void> {
    const { vin, vout, fee } = await client.transaction(txid)
    const scripts = [...vin.map(({ prevout }) => prevout), ...vout].flatMap(
      (part) => part?.scriptpubkey ?? [],
    )
    for (const script of new Set(scripts.map(hashOf))) {
      // A block whose reading failed is read again.
      const others = (to.get(script) ?? []).filter((entry) => entry.tx_hash !== txid)
      to.set(script, [...others, { tx_hash: txid, height, ...(height === 0 && { fee }) }])
    }
  }

  async function blockAt(height: number): Promise<{ header: string; txids: string[] }> {
    const hash = await get(`/block-height/${String(height)}`)
    const [header, txids] = await Promise.all([get(`/block/${hash}/header`), get(`/block/${hash}/txids`)])
    return { header, txids: txidsSchema.parse(JSON.parse(txids)) }
  }

  async function refresh(): Promise<void> {
    const { height, mempool } = await client.state()
    const missing = Array.from({ length: height + 1 - blocks.length }, (_, index) => blocks.length + index)
    for (const { header, txids } of await Promise.all(missing.map(blockAt))) {
      for (const txid of txids.slice(1)) await add(txid, blocks.length, mined)
      blocks.push({ header, txids })
    }
    const now = new Map<string, Entry[]>()
    for (const txid of mempool) await add(txid, 0, now)
    waiting = now
  }

  const connections = new Map<Socket, { tip: number; statuses: Map<string, string | null> }>()
  const tell = (socket: Socket, message: object) =>
    socket.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  const notify = () => {
    for (const [socket, known] of connections) {
      if (known.tip !== tip().height)
        tell(socket, { method: "blockchain.headers.subscribe", params: [tip()] })
      known.tip = tip().height
      for (const [script, status] of known.statuses) {
        if (status === statusOf(script)) continue
        known.statuses.set(script, statusOf(script))
        tell(socket, { method: "blockchain.scripthash.subscribe", params: [script, statusOf(script)] })
      }
    }
  }

  const methods: Record<string, (params: unknown[], socket: Socket) => unknown> = {
    "server.version": () => ["regtest", "1.4"],
    "server.banner": () => "",
    "server.donation_address": () => "",
    "server.peers.subscribe": () => [],
    "server.ping": () => null,
    "mempool.get_fee_histogram": () => [],
    "blockchain.relayfee": () => 0.00001,
    "blockchain.estimatefee": () => -1,
    "blockchain.headers.subscribe": tip,
    "blockchain.block.header": ([height]) => blocks[number.parse(height)]?.header,
    "blockchain.block.headers": ([start, count]) => {
      const first = number.parse(start)
      const found = blocks.slice(first, first + number.parse(count))
      return { count: found.length, hex: found.map(({ header }) => header).join(""), max: 2016 }
    },
    "blockchain.scripthash.subscribe": ([hash], socket) => {
      const script = text.parse(hash)
      connections.get(socket)?.statuses.set(script, statusOf(script))
      return statusOf(script)
    },
    "blockchain.scripthash.get_history": ([hash]) => historyOf(text.parse(hash)),
    "blockchain.transaction.get": ([txid]) => get(`/tx/${text.parse(txid)}/hex`),
    "blockchain.transaction.get_merkle": ([txid, height]) => {
      const { txids = [] } = blocks[number.parse(height)] ?? {}
      const pos = txids.indexOf(text.parse(txid))
      return { block_height: height, pos, merkle: merkleBranch(txids, pos) }
    },
    "blockchain.transaction.broadcast": async ([raw]) =>
      (await fetch(`${chainUrl}/tx`, { method: "POST", body: text.parse(raw) })).text(),
  }

  await refresh()
  const server = createServer((socket) => {
    connections.set(socket, { tip: tip().height, statuses: new Map() })
    socket.on("error", () => undefined)
    socket.once("close", () => connections.delete(socket))
    createInterface({ input: socket }).on("line", (line) => {
      const request = readRequest(line)
      if (request === null) return void socket.destroy()
      const { id, method, params } = request
      const answer = Promise.resolve().then(() => methods[method]?.(params, socket) ?? null)
      answer.then(
        (result) => tell(socket, { id, result }),
        (error: unknown) => tell(socket, { id, error: { code: 1, message: String(error) } }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const ending = new AbortController()
  const following = (async () => {
    while (!ending.signal.aborted) {
      // What it missed, it follows at the next interval.
      await refresh()
        .then(notify)
        .catch(() => undefined)
      await sleep(POLL_MS)
    }
  })()
  return {
    port: portSchema.parse(server.address()).port,
    stop: async () => {
      ending.abort()
      await following
      for (const socket of connections.keys()) socket.destroy()
      server.close()
    },
  }
}

function readRequest(line: string): z.output<typeof requestSchema> | null {
  try {
    return requestSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** The hashes that lead from a transaction to its block's merkle root. */
function merkleBranch(txids: readonly string[], position: number): string[] {
  let level = txids.map((txid) => reversed(Buffer.from(txid, "hex")))
  const branch: string[] = []
  for (let at = position; level.length > 1; at >>= 1) {
    const pairOf = (index: number) => level[index] ?? level[index - 1] ?? Buffer.alloc(0)
    branch.push(reversed(pairOf(at ^ 1)).toString("hex"))
    level = level
      .filter((_, index) => index % 2 === 0)
      .map((left, index) => sha256(sha256(Buffer.concat([left, pairOf(2 * index + 1)]))))
  }
  return branch
}
