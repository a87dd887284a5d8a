import { INVOICE_STATES } from "../domain/invoice"
import { z } from "@medusajs/framework/zod"
import { TwoSources } from "../adapters/two-sources"
import { AddressPool } from "../application/address-pool"
import { createGapGuard } from "../application/gap-guard"
import { createOrderPolls } from "../application/order-polls"
import { createQuotes, type QuoteTerms } from "../application/quotes"
import { createPoller, type Poller } from "../application/poll"
import { EFFECT_KINDS } from "../domain/effects"
import type { InvoiceState } from "../domain/invoice"
import { DEFAULT_POLICY } from "../domain/policy"
import { satoshis } from "../domain/satoshis"
import type { Wallet } from "../domain/stored-invoice"
import { processTopic, type Outcome } from "medusa-payments/modules/outbox"
import type { Addresses } from "../ports/addresses"
import { ChainUnavailable, type ChainSource } from "../ports/chain-source"
import { LightningUnavailable } from "../ports/lightning-node"
import type { Connection } from "medusa-payments/database"
import { findInvoice } from "../repository/invoices"
import { nextIndex, skipIndex, useWallet } from "../repository/wallets"
import { Crash } from "./crash"
import type { Step } from "./interleave"
import type { ModelChain } from "./model-chain"
import type { ModelLightning } from "./model-lightning"
import type { ModelDatabase } from "./model-database"
import type { ModelOrders } from "./model-orders"
import type { Coin, ModelSource } from "./model-source"

const QUOTE_MS = 60 * 60 * 1000
/** Between two polls; the slowest of the invoices that are watched closely are due again. */
const POLL_INTERVAL_MS = 10_000
const FIRST_CONFIRMATION_MS = 6 * QUOTE_MS

/** What happens at the n-th statement, commit or request of a process. */
export interface Incident {
  readonly atCall: number
  /** The process dies `before` the call, or `after` it took effect but before the process learns of it. */
  readonly dies: "before" | "after" | null
  readonly meanwhile: (() => void) | null
}

/** A verdict that was stored, and what the chain held when its poll was answered. */
export interface StoredVerdict {
  readonly invoiceId: string
  readonly state: InvoiceState
  /** The version that it replaced. */
  readonly version: number
  readonly pollStartedAt: number
  readonly truth: ReadonlyMap<string, readonly Coin[]>
  /** The addresses that the poll asked for; null for a source that sees everything. */
  readonly asked: ReadonlySet<string> | null
}

const effectSchema = z.object({ invoiceId: z.string(), kind: z.enum(EFFECT_KINDS) })
const rowCountSchema = z.object({ rowCount: z.number().int() })
/** State, amounts, confirmations, invoice and version: as `recordVerdict` writes them. */
const verdictBindings = z.object({
  state: z.enum(INVOICE_STATES),
  invoiceId: z.string(),
  version: z.number(),
})

const addresses: Addresses = {
  dust: satoshis(294n),
  prepare: () => Promise.resolve(),
  addressAt: (index) => `address-${index}`,
}

/** One process of the backend: the production poller and outbox on a real database. It can die and start again. */
export class ModelProcess {
  readonly verdicts: StoredVerdict[] = []
  private readonly db: Connection
  private poller: Poller | null = null
  private activeWallet: Promise<Wallet> | null = null
  private openedQuotes: ReturnType<typeof createQuotes> | null = null
  private failure: unknown = null
  private isDead = false
  private calls = 0
  private incident: Incident | null = null
  private step: Step | null = null
  private pollStartedAt = 0
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly chain: ModelChain,
    readonly source: ModelSource,
    /** Asked for its opinion about large orders. */
    private readonly second: ModelSource | null,
    private readonly database: ModelDatabase,
    private readonly orders: ModelOrders,
    private readonly terms: Pick<QuoteTerms, "confirmations" | "tolerance"> & { readonly pounds: string },
    private readonly lightning: ModelLightning,
  ) {
    this.db = this.observed(database.pool, [])
  }

  /** Forgets everything that is not stored. */
  restart(): void {
    this.poller = null
    this.openedQuotes = null
    this.isDead = false
  }

  /** One poll; answers whether it succeeded. */
  async poll(incident: Incident | null = null, step: Step | null = null): Promise<boolean> {
    return this.run(incident, step, async () => {
      this.poller ??= this.createPoller(await this.wallet())
      this.chain.now += POLL_INTERVAL_MS
      this.pollStartedAt = this.chain.now
      for (const source of [this.source, this.second]) if (source) source.lastAsked = new Set()
      await this.database.setTime(this.chain.now)
      await this.poller.poll()
    })
  }

  /** One round of the Lightning node; answers whether it succeeded. */
  async askLightning(incident: Incident | null = null): Promise<boolean> {
    return this.run(incident, null, async () => {
      await this.database.setTime(this.chain.now)
      await this.lightning.on(this.db, (error) => (this.failure = error)).round()
    })
  }

  /** Carries out the effects that are due. */
  async processOutbox(incident: Incident | null = null, step: Step | null = null): Promise<boolean> {
    return this.run(incident, step, async () => {
      await this.database.setTime(this.chain.now)
      // A dead process writes nothing more. Any other failure is a defect.
      const fail = (text: string) => {
        if (!this.isDead) this.failure = new Error(text)
      }
      await processTopic(
        {
          connection: this.db,
          clock: () => new Date(this.chain.now),
          alertAfter: Infinity,
          logger: { warn: fail, error: fail },
        },
        "bitcoin-effect",
        { concurrency: 1, handle: ({ payload }) => this.carryOut(effectSchema.parse(payload)) },
      )
    })
  }

  private async carryOut({ invoiceId, kind }: z.output<typeof effectSchema>): Promise<Outcome> {
    const invoice = await findInvoice(this.db, "id", invoiceId)
    if (invoice === null) return "skipped"
    return this.orders.carryOut({ kind }, invoice, this.db, () => this.enter(true))
  }

  /** Opens invoices for orders. */
  get quotes(): ReturnType<typeof createQuotes> {
    if (this.isDead) this.restart()
    this.openedQuotes ??= createQuotes({
      db: this.database.pool,
      chain: this.source,
      rates: {
        current: async () => ({
          rate: this.terms.pounds,
          currency: "GBP",
          source: "the model",
          asOf: this.chain.now,
        }),
      },
      clock: () => this.chain.now,
      policy: DEFAULT_POLICY,
      wallet: () => this.wallet(),
      addresses,
      orderPolls: createOrderPolls({
        db: this.database.pool,
        policy: DEFAULT_POLICY,
        clock: () => this.chain.now,
        lightning: this.lightning.on(this.db),
        waitForChange: async () => void (await this.poll()),
      }),
      gapGuard: createGapGuard({ db: this.database.pool, wallet: () => this.wallet(), gapLimit: null }),
      termsOf: async () => ({
        quoteMs: QUOTE_MS,
        firstConfirmationMs: FIRST_CONFIRMATION_MS,
        confirmations: this.terms.confirmations,
        tolerance: this.terms.tolerance,
        twoSourcesFrom: { GBP: 100 },
      }),
    })
    return this.openedQuotes
  }

  private wallet(): Promise<Wallet> {
    this.activeWallet ??= useWallet(this.database.pool, "descriptor of the model", "regtest")
    return this.activeWallet
  }

  private createPoller(wallet: Wallet): Poller {
    const chain = this.guardedSource()
    return createPoller({
      db: this.db,
      chain,
      clock: () => this.chain.now,
      policy: DEFAULT_POLICY,
      wallet,
      addressPool: new AddressPool({
        chain,
        clock: () => this.chain.now,
        addresses,
        nextIndex: () => nextIndex(this.db, wallet.id),
        skipIndex: (index) => skipIndex(this.db, wallet.id, index),
        requireBelieved: async () => {},
        timeoutMs: 1000,
      }),
      onFailure: (error) => (this.failure = error),
    })
  }

  private async run(
    incident: Incident | null,
    step: Step | null,
    work: () => Promise<void>,
  ): Promise<boolean> {
    if (this.isDead) this.restart()
    this.calls = 0
    this.failure = null
    this.incident = incident
    this.step = step
    try {
      await work()
    } catch (error) {
      this.failure = error
    }
    const { failure } = this
    if (failure === null) return true
    if (failure instanceof Crash || failure instanceof ChainUnavailable) return false
    if (failure instanceof LightningUnavailable) return false
    throw failure instanceof Error
      ? failure
      : new Error("Something other than an Error was thrown.", { cause: failure })
  }

  /** Counts a call. Only outside transactions, which hold locks, may another process take its turn. */
  private async enter(mayWait: boolean): Promise<void> {
    if (this.isDead) throw new Crash("its end")
    this.calls += 1
    if (mayWait) await this.step?.()
    if (this.incident?.atCall !== this.calls) return
    this.incident.meanwhile?.()
    if (this.incident.dies === "before") this.die()
  }

  private leave(): void {
    if (this.incident?.atCall === this.calls && this.incident.dies === "after") this.die()
  }

  private die(): never {
    this.isDead = true
    throw new Crash(`call ${this.calls}`)
  }

  /** The real connection. Each statement and each commit is a place where the process may die. */
  private observed(
    connection: Connection,
    pending: StoredVerdict[] | null,
    isInTransaction = false,
  ): Connection {
    // Several at a time outside transactions: one after the other here, so that a history can be run again.
    const inTurn = <Result>(call: () => Promise<Result>): Promise<Result> =>
      isInTransaction ? call() : this.inTurn(call)
    return {
      raw: (sql, bindings) =>
        inTurn(async () => {
          await this.enter(!isInTransaction)
          const result = await connection.raw(sql, bindings)
          const verdict = this.verdictIn(sql, bindings, result)
          if (verdict !== null) pending?.push(verdict)
          this.leave()
          return result
        }),
      transaction: (work) =>
        inTurn(async () => {
          await this.enter(!isInTransaction)
          const written: StoredVerdict[] = []
          const result = await connection.transaction(async (transaction) => {
            const done = await work(this.observed(transaction, written, true))
            if (this.isDead) throw new Crash("its end")
            return done
          })
          this.verdicts.push(...written)
          this.leave()
          return result
        }),
    }
  }

  private inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
    const mine = this.turn.then(call)
    // The next one's turn comes whether this one failed or not.
    this.turn = mine.catch(() => null)
    return mine
  }

  private verdictIn(sql: string, bindings: readonly unknown[], result: unknown): StoredVerdict | null {
    if (!sql.startsWith("update bitcoin_invoice set state = ?, received_sats = ?")) return null
    const { rowCount } = rowCountSchema.parse(result)
    if (rowCount === 0) return null
    const [state, invoiceId, version] = [bindings[0], bindings.at(-2), bindings.at(-1)]
    const verdict = verdictBindings.parse({ state, invoiceId, version })
    // The second answers alone while the first fails.
    const { source, second } = this
    const {
      sees,
      lastTruth: truth,
      lastAsked,
    } = second && second.answeredAt > source.answeredAt ? second : source
    const asked: ReadonlySet<string> | null = sees === "everything" ? null : lastAsked
    return { ...verdict, pollStartedAt: this.pollStartedAt, truth, asked }
  }

  private guardedSource(): ChainSource {
    const first = this.guarded(this.source)
    if (this.second === null) return first
    return new TwoSources(first, this.guarded(this.second, false), () => this.chain.now)
  }

  /** @param waitsForTurns false: it is asked at the same time as another one, which waits */
  private guarded(source: ModelSource, waitsForTurns = true): ChainSource {
    const guarded = async <Answer>(call: () => Promise<Answer>, mayWait = waitsForTurns): Promise<Answer> => {
      await this.enter(mayWait)
      const answer = await call()
      this.leave()
      return answer
    }
    return {
      name: source.name,
      sees: source.sees,
      tip: () => guarded(() => source.tip()),
      outputsPaying: (question) => guarded(() => source.outputsPaying(question)),
      transaction: (txid) => guarded(() => source.transaction(txid)),
      spendOf: (output) => guarded(() => source.spendOf(output)),
      feeEstimate: () => guarded(() => source.feeEstimate()),
      broadcast: () => guarded(() => source.broadcast()),
      // Several at a time: they cannot wait for their turn.
      hasHistory: (address) => guarded(() => source.hasHistory(address), false),
      follow: () => guarded(() => source.follow(), false),
    }
  }
}
