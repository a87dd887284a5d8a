import { createHash } from "node:crypto"
import { LightningUnavailable, type LightningNode } from "../ports/lightning-node"
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
  readonly expiresAt: number
  isCancelled: boolean
  settled: { readonly at: number; readonly msat: bigint } | null
}

/** A Lightning node of values. Deterministic: preimages are counted. It accepts a payment while it is open, once. */
export class ModelLightning {
  /** So many of its next calls fail; a call that fails `after` took effect. */
  faults: { calls: number; readonly takesEffect: boolean } = { calls: 0, takesEffect: false }
  canCancel = true
  readonly made: Made[] = []

  constructor(private readonly clock: Clock) {}

  /** What the buyer's wallet does. False: the node refused it. */
  pay(paymentHash: string, msat: bigint): boolean {
    const invoice = this.made.find((each) => each.paymentHash === paymentHash)
    if (invoice === undefined || invoice.isCancelled || invoice.settled !== null) return false
    if (this.clock() > invoice.expiresAt || msat < BigInt(invoice.sats) * 1000n) return false
    invoice.settled = { at: this.clock(), msat }
    return true
  }

  /** The production code of one process. */
  on(db: Connection, onFailure: (error: unknown) => void = () => {}): Lightning {
    const { node, clock } = this
    const bounds = { minSats: 1n, maxSats: 10n ** 15n }
    return createLightning({
      ...{ db, node, clock, ...bounds, onFailure },
      policy: DEFAULT_POLICY,
      describe: (orderId) => Promise.resolve(orderId),
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
          const preimage = this.made.length.toString(16).padStart(64, "0")
          const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
          const expiresAt = this.clock() + request.expirySeconds * 1000
          this.made.push({ ...request, preimage, paymentHash, expiresAt, isCancelled: false, settled: null })
          return { paymentHash, bolt11: `lnbcrt${paymentHash}`, expiresAt: new Date(expiresAt) }
        }),
      find: (paymentHash) =>
        answer(() => {
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

  /** What buyers paid for an invoice of the shop, in whole satoshis. */
  paidFor(invoiceId: string): Satoshis[] {
    return this.made.flatMap(({ label, settled }) =>
      label === invoiceId && settled !== null ? [satoshis(settled.msat / 1000n)] : [],
    )
  }
}
