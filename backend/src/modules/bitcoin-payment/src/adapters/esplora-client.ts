import type { z } from "@medusajs/framework/zod"
import { ChainUnavailable } from "../ports/chain-source"
import type { RequestBudget } from "./request-budget"
import { clockOffset } from "../domain/clock-offset"
import { whyNoAnswer } from "./why-no-answer"

/** How long a server that answers 429 is left alone when it names no time. */
const DEFAULT_RETRY_MS = 1000

export interface EsploraClientOptions {
  readonly url: string
  readonly timeoutMs?: number
}

/** Asks one Esplora. Whatever is not a good answer is `ChainUnavailable`, never "nothing there". */
export class EsploraClient {
  /** How far its clock is ahead of ours, by its last answer. */
  clockOffset: number | null = null

  constructor(
    private readonly name: string,
    private readonly options: EsploraClientOptions,
    private readonly budget: RequestBudget,
  ) {}

  async text(path: string): Promise<string> {
    const answer = await this.ok(path)
    try {
      return await answer.text()
    } catch (cause) {
      throw this.unavailable("its answer broke off", { cause })
    }
  }

  async json<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.parse(await this.ok(path), schema)
  }

  /** Null where the source says 404: it does not exist. */
  async jsonOrNull<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const answer = await this.request(path)
    return answer.status === 404 ? null : this.parse(answer, schema)
  }

  /** Null: accepted; otherwise why not. */
  async post(path: string, body: string): Promise<string | null> {
    const answer = await this.request(path, body)
    return answer.status === 400 ? (await answer.text()).slice(0, 200) : null
  }

  private async ok(path: string): Promise<Response> {
    const answer = await this.request(path)
    if (answer.status === 404) throw this.unavailable(`it knows no ${path.split("/")[1] ?? "such call"}`)
    return answer
  }

  private async parse<T>(answer: Response, schema: z.ZodType<T>): Promise<T> {
    let value: unknown
    try {
      value = await answer.json()
    } catch (cause) {
      throw this.unavailable("it answered something that is not JSON", { cause })
    }
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw this.unavailable("its answer has another shape", { cause: parsed.error })
    return parsed.data
  }

  private async request(path: string, body?: string): Promise<Response> {
    let answer: Response
    this.budget.spend()
    const askedAt = Date.now()
    try {
      const signal = AbortSignal.timeout(this.options.timeoutMs ?? 10_000)
      answer = await fetch(this.options.url + path, {
        signal,
        redirect: "error",
        ...(body !== undefined && { method: "POST", body, headers: { "content-type": "text/plain" } }),
      })
    } catch (cause) {
      throw this.unavailable(whyNoAnswer(cause), { cause })
    }
    this.clockOffset = clockOffset(answer.headers.get("date"), askedAt, Date.now())
    if (answer.ok || answer.status === 404 || (answer.status === 400 && body !== undefined)) return answer
    throw this.unavailable(`it answered ${answer.status}`, {
      retryAfterMs: retryAfter(answer) ?? (answer.status === 429 ? DEFAULT_RETRY_MS : undefined),
    })
  }

  private unavailable(
    why: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ): ChainUnavailable {
    const { cause, retryAfterMs } = options
    return new ChainUnavailable(this.name, why, {
      cause,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }
}

function retryAfter(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("retry-after"))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}
