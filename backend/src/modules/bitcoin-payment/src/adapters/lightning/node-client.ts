import { request as requestHttp, type IncomingMessage } from "node:http"
import { request as requestHttps } from "node:https"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { z } from "@medusajs/framework/zod"
import {
  CredentialTooBroad,
  LightningRefusal,
  LightningUnavailable,
  type CredentialCheck,
} from "../../ports/lightning-node"
import type { Network } from "../descriptor"
import { whyNoAnswer } from "../why-no-answer"

export interface NodeOptions {
  readonly network: Network
  readonly url: string
  /** LND: a macaroon in hexadecimal · phoenixd: `http-password-limited-access` · Core Lightning: a rune. */
  readonly credential: string
  /** The node's self-signed certificate, or its authority's, as PEM. Without one the public authorities decide. */
  readonly certificate?: string | undefined
  /** [10 s] */
  readonly timeoutMs?: number | undefined
}

interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
  /** How long the node may wait before it answers, beside the time limit. */
  readonly longPollMs?: number
  readonly signal?: AbortSignal
}

const errorSchema = z.object({ code: z.number().int(), message: z.string() })

/** Asks one node over HTTP. Nothing is asked with a credential that is not proven. `fetch` takes no certificate, so this does not use it. */
export class NodeClient {
  private proof: Promise<void> | null = null

  constructor(
    readonly name: string,
    private readonly options: NodeOptions,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly checkCredential: () => Promise<CredentialCheck>,
  ) {}

  /** @throws LightningRefusal when the node says no, LightningUnavailable when it says nothing that makes sense */
  async ask<T>(schema: z.ZodType<T>, call: Call): Promise<T> {
    await this.proven()
    const { status, body } = await this.exchange(call)
    if (status < 200 || status > 299) throw this.failure(call, status, body)
    return this.parse(schema, body, call)
  }

  /** Reads an answer that never ends, line by line. Resolves when the signal aborts. */
  async follow<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal, onLine: (line: T) => void) {
    await this.proven()
    const call = { method: "GET", path } as const
    try {
      const response = await this.open(call, signal)
      const status = response.statusCode ?? 0
      if (status !== 200) throw this.failure(call, status, await text(response))
      for await (const line of createInterface({ input: response })) onLine(this.parse(schema, line, call))
    } catch (cause) {
      if (signal.aborted) return
      throw cause instanceof LightningUnavailable ? cause : this.unavailable(whyNoAnswer(cause), { cause })
    }
    if (!signal.aborted) throw this.unavailable("it ended its stream")
  }

  /** The bare answer, also with a credential that is not proven: for its proof. */
  async exchange(call: Call): Promise<{ status: number; body: string }> {
    const limit = AbortSignal.timeout((this.options.timeoutMs ?? 10_000) + (call.longPollMs ?? 0))
    try {
      const response = await this.open(call, call.signal ? AbortSignal.any([limit, call.signal]) : limit)
      return { status: response.statusCode ?? 0, body: await text(response) }
    } catch (cause) {
      throw this.unavailable(whyNoAnswer(cause), { cause })
    }
  }

  /** @param network as the shop names it */
  assertNetwork(network: string | undefined): void {
    if (network !== this.options.network)
      throw this.unavailable(`it is on ${network}, and the shop on ${this.options.network}`)
  }

  unavailable(why: string, options?: ErrorOptions): LightningUnavailable {
    return new LightningUnavailable(this.name, why, options)
  }

  private proven(): Promise<void> {
    this.proof ??= this.prove().catch((failure: unknown) => {
      this.proof = null
      throw failure
    })
    return this.proof
  }

  private async prove(): Promise<void> {
    const check = await this.checkCredential()
    if (!check.isAccepted) throw new CredentialTooBroad(this.name, check.reason, check.remedy)
  }

  private open({ method, path, json, form }: Call, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(this.options.url.replace(/\/$/, "") + path)
    const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString()
    const type = json ? "application/json" : "application/x-www-form-urlencoded"
    const headers = { ...this.headers, ...(body !== undefined && { "content-type": type }) }
    // A connection that is kept could be closed just as it is used again.
    const options = { method, headers, signal, agent: false }
    return new Promise((resolve, reject) => {
      const request =
        url.protocol === "https:"
          ? requestHttps(url, { ...options, ca: this.options.certificate })
          : requestHttp(url, options)
      request.once("response", resolve).once("error", reject)
      request.end(body)
    })
  }

  private parse<T>(schema: z.ZodType<T>, body: string, call: Call): T {
    const parsed = schema.safeParse(asJson(body))
    if (parsed.success) return parsed.data
    throw this.unavailable(`its answer to ${call.path} has another shape`, { cause: parsed.error })
  }

  private failure(call: Call, status: number, body: string): LightningUnavailable {
    const said = errorSchema.safeParse(asJson(body))
    if (said.success) return new LightningRefusal(this.name, call.path, said.data.code, said.data.message)
    // Plain text is phoenixd's; a page is that of a proxy, which knows no invoices.
    const isPage = body.trimStart().startsWith("<")
    if (status >= 400 && status < 500 && !isPage)
      return new LightningRefusal(this.name, call.path, status, body.trim())
    return this.unavailable(`it answered ${status}`)
  }
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
