import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { type Address, bcoin, type Tx } from "./bcoin.js"
import { broadcast } from "./broadcast.js"
import type { Explorer } from "./explorer.js"
import { type RegtestNode, RequestError } from "./node.js"

const hash = z.string().regex(/^[0-9a-fA-F]{64}$/)
const params = z.record(z.string(), z.string())

/** A validated path parameter. @throws RequestError (400) with Esplora's message */
function pathPart<T>(raw: unknown, name: string, schema: z.ZodType<T>, otherwise: string): T {
  const parsed = schema.safeParse(params.parse(raw)[name])
  if (!parsed.success) throw new RequestError(otherwise, 400)
  return parsed.data
}
const hashIn = (raw: unknown, name: string) => pathPart(raw, name, hash, "Invalid hex string").toLowerCase()
const numberIn = (raw: unknown, name: string) =>
  Number(pathPart(raw, name, z.string().regex(/^\d{1,9}$/), "Invalid number"))

/** @throws RequestError (400) with Esplora's message. bcoin does not support taproot addresses. */
export function addressFrom(text: string): Address {
  try {
    return bcoin.Address.fromString(text, "regtest")
  } catch {
    throw new RequestError("Invalid Bitcoin address", 400)
  }
}

/** @throws RequestError (400) with Esplora's message */
function transactionFrom(body: unknown): Tx {
  try {
    return bcoin.TX.fromRaw(z.string().parse(body), "hex")
  } catch {
    throw new RequestError("Transaction decode failed", 400)
  }
}

function existing<T>(value: T | null, what: "Transaction" | "Block"): T {
  if (value === null) throw new RequestError(`${what} not found`, 404)
  return value
}

/** The part of Esplora's HTTP API that the shop and the tests use, with its status codes and texts. */
export function esploraRoutes(app: FastifyInstance, node: RegtestNode, explorer: Explorer): void {
  const { chain } = node
  const addressIn = (raw: unknown) => addressFrom(params.parse(raw).address ?? "")

  app.get("/blocks/tip/height", (_, reply) => reply.type("text/plain").send(String(chain.height)))
  app.get("/blocks/tip/hash", (_, reply) => reply.type("text/plain").send(chain.tip.rhash()))
  app.get("/block-height/:height", async (request, reply) => {
    const entry = await explorer.blockAt(numberIn(request.params, "height"))
    return reply.type("text/plain").send(existing(entry, "Block").rhash())
  })
  app.get("/block/:hash", async (request) =>
    existing(await explorer.block(hashIn(request.params, "hash")), "Block"),
  )
  app.get("/block/:hash/header", async (request, reply) => {
    const header = await explorer.header(hashIn(request.params, "hash"))
    return reply.type("text/plain").send(existing(header, "Block"))
  })
  app.get("/block/:hash/txids", async (request) =>
    existing(await explorer.transactionsOf(hashIn(request.params, "hash")), "Block"),
  )
  app.get("/address/:address", async (request) => {
    const { address } = params.parse(request.params)
    return { address, ...(await explorer.stats(addressIn(request.params))) }
  })
  app.get("/address/:address/txs", async (request) => {
    const address = addressIn(request.params)
    return [...(await explorer.waitingAt(address)), ...(await explorer.minedAt(address))]
  })
  app.get("/address/:address/txs/chain/:last", (request) =>
    explorer.minedAt(addressIn(request.params), hashIn(request.params, "last")),
  )
  app.get("/tx/:txid", async (request) =>
    existing(await explorer.transaction(hashIn(request.params, "txid")), "Transaction"),
  )
  app.get("/tx/:txid/hex", async (request, reply) => {
    const raw = await explorer.raw(hashIn(request.params, "txid"))
    return reply.type("text/plain").send(existing(raw, "Transaction"))
  })
  app.get("/tx/:txid/outspend/:vout", (request) =>
    explorer.outspend(hashIn(request.params, "txid"), numberIn(request.params, "vout")),
  )
  // A network without traffic has no estimate.
  app.get("/fee-estimates", () => ({}))
  app.post("/tx", async (request, reply) => {
    const txid = await broadcast(node, transactionFrom(request.body))
    return reply.type("text/plain").send(txid)
  })
  app.get("/tx/:txid/status", (request) => explorer.status(hashIn(request.params, "txid")))
}
