import { z } from "@medusajs/framework/zod"
import type { Authorisation } from "./credentials"
import { clockOffset } from "../../domain/clock-offset"
import { whyNoAnswer } from "../why-no-answer"
import { RpcRefusal, unavailable } from "./unavailable"

export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[]
}

export interface RpcOptions {
  readonly url: string
  readonly authorisation: Authorisation
  readonly timeoutMs: number
}

/** More in one request would keep the node's worker busy for long. */
const BATCH = 50

const answerSchema = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})
const bodySchema = z.union([z.array(answerSchema), answerSchema.transform((answer) => [answer])])

interface Measured {
  /** How far the node's clock is ahead of ours, by its last answer. */
  clockOffset: number | null
}

/** JSON-RPC over HTTP as Bitcoin Core speaks it. Whatever is not a proper answer is `ChainUnavailable`. */
export class RpcClient {
  constructor(
    private readonly options: RpcOptions,
    private readonly path = "/",
    private readonly measured: Measured = { clockOffset: null },
  ) {}

  get clockOffset(): number | null {
    return this.measured.clockOffset
  }

  forWallet(name: string): RpcClient {
    return new RpcClient(this.options, `/wallet/${encodeURIComponent(name)}`, this.measured)
  }

  /** @throws RpcRefusal when the node says no, ChainUnavailable when it says nothing that makes sense */
  async ask<T>(
    schema: z.ZodType<T>,
    method: string,
    params: readonly unknown[] = [],
    timeoutMs = this.options.timeoutMs,
  ): Promise<T> {
    const [answer] = await this.send([{ method, params }], timeoutMs)
    if (answer instanceof RpcRefusal) throw answer
    return read(schema, answer, method)
  }

  /** Each call's answer in the calls' order; a refusal that `mayRefuse` allows is null. */
  async askAll<T>(
    schema: z.ZodType<T>,
    calls: readonly RpcCall[],
    mayRefuse: (refusal: RpcRefusal) => boolean,
  ): Promise<(T | null)[]> {
    const answers: (T | null)[] = []
    for (let start = 0; start < calls.length; start += BATCH) {
      const batch = calls.slice(start, start + BATCH)
      for (const [index, answer] of (await this.send(batch, this.options.timeoutMs)).entries()) {
        if (!(answer instanceof RpcRefusal)) answers.push(read(schema, answer, batch[index]?.method ?? ""))
        else if (mayRefuse(answer)) answers.push(null)
        else throw answer
      }
    }
    return answers
  }

  private async send(calls: readonly RpcCall[], timeoutMs: number): Promise<unknown[]> {
    const requests = calls.map(({ method, params = [] }, id) => ({ jsonrpc: "1.0", id, method, params }))
    const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
    const answers = parseBody(await this.post(body, timeoutMs))
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return calls.map(({ method }, id) => {
      const answer = byId.get(id)
      if (answer === undefined) throw unavailable(`it left ${method} without an answer`)
      return answer.error ? new RpcRefusal(method, answer.error.code, answer.error.message) : answer.result
    })
  }

  private async post(body: string, timeoutMs: number): Promise<string> {
    const authorization = await this.options.authorisation.current()
    const first = await this.exchange(body, authorization, timeoutMs)
    if (first.status !== 401) return accepted(first)
    if (!(await this.options.authorisation.hasChangedSince(authorization))) return accepted(first)
    return accepted(await this.exchange(body, await this.options.authorisation.current(), timeoutMs))
  }

  private async exchange(body: string, authorization: string, timeoutMs: number): Promise<Exchange> {
    const askedAt = Date.now()
    try {
      const response = await fetch(new URL(this.path, this.options.url), {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      })
      this.measured.clockOffset = clockOffset(response.headers.get("date"), askedAt, Date.now())
      const retryAfter = Number(response.headers.get("retry-after"))
      return { status: response.status, text: await response.text(), retryAfterMs: retryAfter * 1000 }
    } catch (cause) {
      throw unavailable(whyNoAnswer(cause), { cause })
    }
  }
}

interface Exchange {
  readonly status: number
  readonly text: string
  /** NaN or 0 when the node named no time. */
  readonly retryAfterMs: number
}

/** Core puts a refusal's JSON into answers of 404 and 500, too. */
function accepted({ status, text, retryAfterMs }: Exchange): string {
  if ([200, 404, 500].includes(status)) return text
  if (status === 401) throw unavailable("it does not accept our user and password (401)")
  if (status === 403)
    throw unavailable("it does not allow this call (403); see its rpcallowip and rpcwhitelist")
  if (status === 503) throw unavailable("its work queue is full (503)", wait(retryAfterMs))
  throw unavailable(`it answered ${status}`, wait(retryAfterMs))
}

function wait(retryAfterMs: number): { retryAfterMs: number } | undefined {
  return retryAfterMs > 0 ? { retryAfterMs } : undefined
}

function parseBody(text: string): z.infer<typeof bodySchema> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw unavailable("it answered something that is not JSON")
  }
  const parsed = bodySchema.safeParse(json)
  if (!parsed.success) throw unavailable("its answer is not JSON-RPC", { cause: parsed.error })
  return parsed.data
}

function read<T>(schema: z.ZodType<T>, result: unknown, method: string): T {
  const parsed = schema.safeParse(result)
  if (!parsed.success) throw unavailable(`its answer to ${method} has another shape`, { cause: parsed.error })
  return parsed.data
}
