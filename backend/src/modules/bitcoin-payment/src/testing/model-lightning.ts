import { createHash } from "node:crypto"
import { LightningRefusal, LightningUnavailable, type LightningNode } from "../ports/lightning-node"
import { satoshis, type Satoshis } from "../domain/satoshis"
import { createLightning, type Lightning } from "../application/lightning"
import { DEFAULT_POLICY } from "../domain/policy"
import type { Clock } from "../ports/clock"
import type { Connection } from "medusa-payments/database"

interface Made {
  readonly preimage: string
  readonly paymentHash: string
  readonly sats: Satoshis
  readonly label: string
  readonly description: string
  readonly createdAt: number
  readonly expiresAt: number
  isCancelled: boolean
  settled: { readonly at: number; readonly msat: bigint } | null
}

/** A Lightning node of values. Deterministic: preimages are counted. It accepts a payment while it is open, once. */
export class ModelLightning {
  /** So many of its next calls fail; a call that fails `after` took effect. */
  faults: { calls: number; readonly takesEffect: boolean } = { calls: 0, takesEffect: false }
  canCancel = true
  /** From the shop's question to the time that the node gives an invoice. */
  latencyMs = 0
  /** Payment hashes about which its answer is a refusal. */
  readonly refuses = new Set<string>()
  made: Made[] = []
  /** What the shop has credited and the node does not know any more. */
  readonly forgotten = new Map<string, Made>()
  private invoices = 0

  constructor(private readonly clock: Clock) {}

  /** What the buyer's wallet does. False: the node refused it. */
  pay(paymentHash: string, msat: bigint): boolean {
    const invoice = this.made.find((each) => each.paymentHash === paymentHash)
    if (invoice === undefined || invoice.isCancelled || invoice.settled !== null) return false
    if (this.clock() > invoice.expiresAt || msat < BigInt(invoice.sats) * 1000n) return false
    invoice.settled = { at: this.clock(), msat }
    return true
  }

  /** What a node settles for the shop that the shop's database has lost. @returns the payment hash */
  async orphan(label: string, description: string, sats: Satoshis): Promise<string> {
    const { paymentHash } = await this.node.create({ sats, description, expirySeconds: 3600, label })
    this.pay(paymentHash, sats * 1000n)
    return paymentHash
  }

  /** Forgets what happened since, as from an old copy of its files. @param stored what the shop has of it by now, by payment hash */
  restore(ms: number, stored: ReadonlySet<string>): void {
    const copiedAt = this.clock() - ms
    for (const each of this.made) {
      if (each.settled === null || each.settled.at <= copiedAt) continue
      if (stored.has(each.paymentHash)) this.forgotten.set(each.paymentHash, { ...each })
      each.settled = null
    }
    this.made = this.made.filter(({ createdAt }) => createdAt <= copiedAt)
  }

  /** The production code of one process. */
  on(db: Connection, onFailure: (error: unknown) => void = () => {}): Lightning {
    const { node, clock } = this
    const bounds = { minSats: 1n, maxSats: 10n ** 15n }
    return createLightning({
      ...{ db, node, clock, ...bounds, onFailure },
      policy: DEFAULT_POLICY,
      describe: (orderId) => Promise.resolve(orderId),
      orderOf: (description) => Promise.resolve(description),
      onStatus: () => undefined,
    })
  }

  private get node(): LightningNode {
    const answer = async <Answer>(call: () => Answer): Promise<Answer> => {
      if (this.faults.calls === 0) return call()
      this.faults.calls -= 1
      if (this.faults.takesEffect) call()
      throw new LightningUnavailable("the model", "it does not answer")
    }
    const settlement = ({ preimage, settled }: Made) =>
      settled && { receivedMsat: settled.msat, settledAt: new Date(settled.at), preimage }
    return {
      name: "the model",
      create: (request) =>
        answer(() => {
          const preimage = (this.invoices++).toString(16).padStart(64, "0")
          const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
          const createdAt = this.clock() + this.latencyMs
          const expiresAt = createdAt + request.expirySeconds * 1000
          const state = { isCancelled: false, settled: null }
          this.made.push({ ...request, preimage, paymentHash, createdAt, expiresAt, ...state })
          return { paymentHash, bolt11: `lnbcrt${paymentHash}`, expiresAt: new Date(expiresAt) }
        }),
      find: (paymentHash) =>
        answer(() => {
          if (this.refuses.has(paymentHash)) throw new LightningRefusal("the model", "find", 2, "not now")
          const invoice = this.made.find((each) => each.paymentHash === paymentHash)
          if (invoice === undefined) return undefined
          const settled = settlement(invoice)
          if (settled !== null) return { state: "settled", ...settled }
          const isOver = invoice.isCancelled || this.clock() > invoice.expiresAt
          return { state: isOver ? "ended" : "open" }
        }),
      cancel: (paymentHash) =>
        answer(() => {
          if (!this.canCancel) return "not_supported"
          const invoice = this.made.find((each) => each.paymentHash === paymentHash)
          if (invoice?.settled) return "settled"
          if (invoice) invoice.isCancelled = true
          return "cancelled"
        }),
      status: () =>
        answer(() => ({ nodeId: "02".padEnd(66, "0"), alias: "model", receivableMsat: "unlimited" })),
      settledSince: () =>
        answer(() => ({
          settled: this.made.flatMap((invoice) => {
            const settled = settlement(invoice)
            return settled === null ? [] : [{ ...invoice, ...settled }]
          }),
          cursor: null,
        })),
      follow: () => new Promise(() => {}),
      checkCredential: () => answer(() => ({ isAccepted: true, warning: null })),
    }
  }

  /** What buyers paid for an invoice of the shop, in whole satoshis: each payment hash once. */
  paidFor(invoiceId: string): Satoshis[] {
    const known = this.made.filter(({ paymentHash }) => !this.forgotten.has(paymentHash))
    return [...known, ...this.forgotten.values()].flatMap(({ label, settled }) =>
      label === invoiceId && settled !== null ? [satoshis(settled.msat / 1000n)] : [],
    )
  }
}
