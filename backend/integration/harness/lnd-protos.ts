import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createRequire } from "node:module"
import path from "node:path"
import { buffer } from "node:stream/consumers"
import { Enum, type Field, MapField, Root, Type } from "protobufjs"
import { z } from "zod"
import { listenOnLoopback } from "../../src/modules/bitcoin-payment/src/adapters/testing/loopback"

const require = createRequire(__filename)
const PROTOS = path.join(path.dirname(require.resolve("@lightningpolar/lnd-api/package.json")), "protos")
/** The calls of LND's REST API (lightning.yaml, invoicesrpc/invoices.yaml) with the messages that they carry. */
const CALLS: readonly (readonly [call: RegExp, request: string | null, answer: string])[] = [
  [/^POST \/v1\/invoices$/, "lnrpc.Invoice", "lnrpc.AddInvoiceResponse"],
  [/^GET \/v1\/invoice\//, null, "lnrpc.Invoice"],
  [/^GET \/v1\/invoices\?/, "lnrpc.ListInvoiceRequest", "lnrpc.ListInvoiceResponse"],
  [/^GET \/v1\/getinfo$/, null, "lnrpc.GetInfoResponse"],
  [/^GET \/v1\/balance\/channels$/, null, "lnrpc.ChannelBalanceResponse"],
  [/^POST \/v2\/invoices\/cancel$/, "invoicesrpc.CancelInvoiceMsg", "invoicesrpc.CancelInvoiceResp"],
]
const fieldsSchema = z.record(z.string(), z.unknown())
const digits = z.string().regex(/^-?\d+$/)
const scalars: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  bytes: z.base64(),
  bool: z.boolean(),
  int32: z.int(),
  uint32: z.int().min(0),
  ...{ int64: digits, uint64: digits, double: z.number() },
}

/** What in this JSON is not as the `.proto` files say: unknown fields, and values of another type (protobuf's JSON mapping). */
function misfits(type: Type, json: unknown, at: string): string[] {
  const fields = fieldsSchema.safeParse(json)
  if (!fields.success) return [`${at} is no object`]
  return Object.entries(fields.data).flatMap(([name, value]) => {
    const field = type.fields[name]
    if (!field) return [`${at}.${name} is unknown`]
    const values = field.repeated && Array.isArray(value) ? (value as unknown[]) : [value]
    return values.flatMap((each) => misfitsOf(field.resolve(), each, `${at}.${name}`))
  })
}

function misfitsOf(field: Field, value: unknown, at: string): string[] {
  const { resolvedType } = field
  if (field instanceof MapField) return []
  if (resolvedType instanceof Type) return misfits(resolvedType, value, at)
  const isRight =
    resolvedType instanceof Enum
      ? typeof value === "string" && value in resolvedType.values
      : scalars[field.type]?.safeParse(value).success === true
  return isRight ? [] : [`${at} is no ${field.type}: ${JSON.stringify(value)}`]
}

export interface JudgedLnd {
  readonly url: string
  /** Every call so far, as `POST /v1/invoices`, and what in it or in its answer LND would not say. */
  readonly calls: ReadonlySet<string>
  readonly misfits: readonly string[]
  stop(): Promise<void>
}

/** Passes on to an LND, and compares every request and every answer with LND's published `.proto` files. */
export async function startJudgedLnd(upstream: string): Promise<JudgedLnd> {
  const root = new Root()
  root.resolvePath = (_, target) => path.join(PROTOS, target)
  root.loadSync(["lightning.proto", "invoicesrpc/invoices.proto"], { keepCase: true })
  const calls = new Set<string>()
  const found: string[] = []
  const judge = (call: string, request: unknown, answer: unknown) => {
    const known = CALLS.find(([pattern]) => pattern.test(call))
    calls.add(String(known?.[0]))
    if (!known) return void found.push(`${call} is unknown`)
    const [, requestType, answerType] = known
    if (requestType !== null) found.push(...misfits(root.lookupType(requestType), request, `${call} request`))
    found.push(...misfits(root.lookupType(answerType), answer, `${call} answer`))
  }
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = "/", method = "GET" } = request
    const ending = new AbortController()
    response.once("close", () => ending.abort())
    const sent = await buffer(request)
    const answer = await fetch(upstream + url, {
      method,
      headers: { ...fieldsOf(request), "content-type": "application/json" },
      signal: ending.signal,
      ...(method === "POST" && { body: new Uint8Array(sent) }),
    })
    response.writeHead(answer.status)
    response.flushHeaders()
    if (url === "/v1/invoices/subscribe") {
      for await (const chunk of answer.body ?? []) {
        const lines = Buffer.from(z.instanceof(Uint8Array).parse(chunk)).toString().trim()
        for (const line of lines.split("\n")) {
          const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(line))
          judge("GET /v1/invoice/", {}, result)
        }
        response.write(chunk)
      }
      return
    }
    const text = await answer.text()
    const query = Object.fromEntries(new URL(url, upstream).searchParams)
    if (answer.ok)
      judge(`${method} ${url}`, sent.length > 0 ? JSON.parse(String(sent)) : query, JSON.parse(text))
    response.end(text)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  return { ...(await listenOnLoopback(server)), calls, misfits: found }
}

function fieldsOf({ headers }: IncomingMessage): Record<string, string> {
  const macaroon = headers["grpc-metadata-macaroon"]
  return typeof macaroon === "string" ? { "grpc-metadata-macaroon": macaroon } : {}
}
