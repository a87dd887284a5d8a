import { AddressPool } from "../application/address-pool"
import { reconcile } from "../application/reconcile"
import { DEFAULT_POLICY } from "../domain/policy"
import { ChainUnavailable } from "../ports/chain-source"
import type { Ledger, Wallet } from "../ports/ledger"
import { Crash } from "./crash"
import type { Step } from "./interleave"
import type { ModelBooks } from "./model-books"
import type { ModelChain } from "./model-chain"
import type { ModelLedger, StoredVerdict } from "./model-ledger"
import type { Coin, ModelSource } from "./model-source"

/** What happens at the n-th call that a process makes to the outside. */
export interface Incident {
  readonly atCall: number
  /** `before` the call is made, or `after` it was done but before the process hears of it. */
  readonly dies: "before" | "after" | null
  readonly meanwhile: (() => void) | null
}

/** A verdict that was stored, and what the chain held when its poll was answered. */
export interface Judgement extends StoredVerdict {
  readonly pollStartedAt: number
  readonly truth: ReadonlyMap<string, readonly Coin[]>
  /** Whether the poll covered this invoice's address. */
  readonly isAsked: boolean
}

export const addressAt = (index: number): string => `address-${index}`

/** A watcher's process: it polls, it delivers, it dies, and it starts again knowing nothing but the ledger. */
export class ModelProcess {
  readonly judgements: Judgement[] = []
  private isFirst = true
  private isDead = false
  private calls = 0
  private incident: Incident | null = null
  private step: Step = () => Promise.resolve()
  private pollStartedAt = 0

  constructor(
    private readonly chain: ModelChain,
    readonly source: ModelSource,
    private readonly ledger: ModelLedger,
    private readonly books: ModelBooks,
  ) {}

  restart(): void {
    this.isFirst = true
    this.isDead = false
  }

  /** One poll, as the watcher has it; answers whether it went well. */
  async poll(incident: Incident | null = null, step?: Step): Promise<boolean> {
    return this.run(incident, step, async (ledger, wallet) => {
      const source = this.guarded(this.source)
      const pool = { ledger, chain: source, wallet, addressAt, timeoutMs: 1000 }
      if (this.isFirst) await new AddressPool(pool).prefetch()
      this.chain.now += 1
      this.pollStartedAt = this.chain.now
      const parts = { ledger, chain: source, clock: () => this.chain.now, policy: DEFAULT_POLICY }
      await ledger.recordPoll(wallet, await reconcile(parts, await ledger.lastPoll(wallet), this.isFirst))
      this.isFirst = false
    })
  }

  /** Does what is due in the world outside. */
  async deliver(incident: Incident | null = null, step?: Step): Promise<boolean> {
    return this.run(incident, step, async (ledger) => {
      // A failure that is no crash is a fault of the model itself.
      const fail = (_act: unknown, error: unknown) => {
        throw error
      }
      await ledger.processOutbox(
        this.chain.now,
        (message, invoice) => this.books.work(message, invoice, ledger, () => this.enter()),
        fail,
      )
    })
  }

  private async run(
    incident: Incident | null,
    step: Step | undefined,
    work: (ledger: Ledger, wallet: Wallet) => Promise<void>,
  ): Promise<boolean> {
    if (this.isDead) this.restart()
    this.calls = 0
    this.incident = incident
    this.step = step ?? (() => Promise.resolve())
    try {
      await work(this.guarded(this.ledger), await this.ledger.useWallet())
      return true
    } catch (error) {
      if (error instanceof Crash || error instanceof ChainUnavailable) return false
      throw error
    }
  }

  private async enter(): Promise<void> {
    if (this.isDead) throw new Crash("its end")
    this.calls += 1
    await this.step()
    if (this.incident?.atCall !== this.calls) return
    this.incident.meanwhile?.()
    if (this.incident.dies === "before") this.die()
  }

  private die(): never {
    this.isDead = true
    throw new Crash(`call ${this.calls}`)
  }

  /** The same port, but each call is a place where the process may wait, or die. */
  private guarded<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== "function") return member
        return async (...args: unknown[]): Promise<unknown> => {
          await this.enter()
          const answer: unknown = await Reflect.apply(member, target, args)
          if (name === "recordVerdict" && answer === true) this.note()
          if (this.incident?.atCall === this.calls && this.incident.dies === "after") this.die()
          return answer
        }
      },
    })
  }

  private note(): void {
    const stored = this.ledger.verdicts.at(-1)
    if (!stored) return
    const { lastTruth: truth, lastAsked } = this.source
    const isAsked = this.source.sees === "everything" || lastAsked.has(stored.invoice.address)
    this.judgements.push({ ...stored, pollStartedAt: this.pollStartedAt, truth, isAsked })
  }
}
