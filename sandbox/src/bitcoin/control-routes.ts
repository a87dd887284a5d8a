import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { sendFailure, sendText } from "../html/local-server.js"
import type { Address } from "./bcoin.js"
import { broadcast } from "./broadcast.js"
import { addressFrom } from "./esplora-routes.js"
import type { Faults } from "./faults.js"
import { type RegtestNode, RequestError } from "./node.js"
import type { Payer } from "./payer.js"

const address = z
  .string({ error: "address: give a regtest Bitcoin address (bcrt1…)." })
  .transform((text, context) => {
    try {
      return addressFrom(text)
    } catch {
      context.addIssue({
        code: "custom",
        message: `address: ${JSON.stringify(text)} is not a regtest Bitcoin address (bcrt1…).`,
      })
      return z.NEVER
    }
  })
const sats = z.int({ error: "sats: give a whole number of satoshis." }).min(294, {
  error: "sats: less than 294 satoshis is dust, which no node relays.",
})
const txid = z
  .string({ error: "txid: give the transaction's id." })
  .regex(/^[0-9a-f]{64}$/, { error: "txid: an id is 64 hex digits." })
const count = (name: string, most: number) =>
  z
    .int({ error: `${name}: give a whole number.` })
    .min(1, { error: `${name}: at least 1.` })
    .max(most, { error: `${name}: at most ${most}.` })

const payBody = z.union([
  z.strictObject({ address, sats }).transform((one) => ({ outputs: [one] })),
  z.strictObject({ outputs: z.array(z.strictObject({ address, sats })).min(1).max(100) }),
])
const mineBody = z.strictObject({ blocks: count("blocks", 1000).default(1) })
const replaceBody = z.strictObject({ txid, to: address.optional() })
const doubleSpendBody = z.strictObject({ txid })
const reorganiseBody = z.strictObject({
  depth: count("depth", 100),
  dropTransactions: z.boolean().default(false),
})
/** Of an error of Fastify's, such as a body that is no JSON. */
const statusSchema = z.object({ statusCode: z.number().optional() })
const clockBody = z.strictObject({
  minersAhead: z
    .int({ error: "minersAhead: give a whole number of seconds." })
    .min(-7200, { error: "minersAhead: at least -7200." })
    .max(7200, { error: "minersAhead: at most 7200; no node takes a later block." }),
})

/** @throws RequestError (400) that lists every problem */
export function body<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw ?? {})
  if (parsed.success) return parsed.data
  throw new RequestError([...new Set(parsed.error.issues.flatMap(sentences))].join(" "), 400)
}

function sentences(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== "invalid_union") return [issue.message]
  return (issue.errors[0] ?? []).flatMap(sentences)
}

export interface Controls {
  node: RegtestNode
  payer: Payer
  faults: Faults
  others: Address
}

/** The commands beyond Esplora's API: pay, mine, and produce failures on demand. */
export function controlRoutes(app: FastifyInstance, { node, payer, faults, others }: Controls): void {
  const inTurn = <T>(work: () => Promise<T>) => node.queue.run(work)

  app.post("/sandbox/pay", (request) => {
    const { outputs } = body(payBody, request.body)
    return inTurn(async () => ({ txid: await broadcast(node, await payer.pay(outputs)) }))
  })
  app.post("/sandbox/mine", (request) => {
    const { blocks } = body(mineBody, request.body)
    return inTurn(async () => {
      const tip = await node.mine(blocks, others)
      return { height: tip.height, hash: tip.rhash() }
    })
  })
  app.post("/sandbox/replace", (request) => {
    const { txid: id, to } = body(replaceBody, request.body)
    return inTurn(async () => ({ txid: await faults.replace(id, to) }))
  })
  app.post("/sandbox/double-spend", (request) => {
    const { txid: id } = body(doubleSpendBody, request.body)
    return inTurn(async () => ({ txid: await faults.doubleSpend(id), height: node.chain.height }))
  })
  app.post("/sandbox/reorganise", (request) => {
    const { depth, dropTransactions } = body(reorganiseBody, request.body)
    return inTurn(async () => ({
      ...(await faults.reorganise(depth, dropTransactions ? "all" : [])),
      height: node.chain.height,
      hash: node.chain.tip.rhash(),
    }))
  })
  app.post("/sandbox/clock", (request) => {
    node.minersAhead = body(clockBody, request.body).minersAhead
    return { minersAhead: node.minersAhead }
  })
  app.get("/sandbox/state", () =>
    inTurn(async () => {
      const coins = await payer.coins()
      const sum = (pending: boolean) =>
        coins.reduce((total, { height, value }) => total + ((height === -1) === pending ? value : 0), 0)
      return {
        network: "regtest",
        height: node.chain.height,
        hash: node.chain.tip.rhash(),
        mempool: [...node.mempool.map.values()].map(({ tx }) => tx.txid()),
        payer: {
          address: payer.address.toString("regtest"),
          confirmedSats: sum(false),
          pendingSats: sum(true),
        },
      }
    }),
  )

  app.setErrorHandler((error, _, reply) => {
    if (error instanceof RequestError) return sendText(reply, error.status, error.message)
    const { statusCode = 500 } = statusSchema.catch({}).parse(error)
    if (statusCode >= 500 || !(error instanceof Error)) return sendFailure(reply, error)
    return sendText(reply, statusCode, error.message)
  })
}
