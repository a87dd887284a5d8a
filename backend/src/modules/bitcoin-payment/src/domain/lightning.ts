import { DOUBT } from "./arrival"
import type { Invoice, InvoiceState, Milliseconds } from "./invoice"
import type { TrackedOutput } from "./observe"
import { satoshis, type Satoshis } from "./satoshis"

/** What the node said of a Lightning invoice that was paid. */
export interface LightningSettlement {
  readonly paymentHash: string
  /** Gross, in thousandths of a satoshi. */
  readonly receivedMsat: bigint
  /** By the node's clock, and when we read it first. */
  readonly settledAt: Milliseconds
  readonly foundAt: Milliseconds
}

/**
 * A payment of an invoice that is final at once. Its hash is this invoice's alone, so it cannot be older, whatever the node's
 * clock says; and a payment that the node accepted at the quote's end may settle a minute later. Parts of a satoshi are dropped.
 */
export function lightningOutput(
  { createdAt, expiresAt }: Pick<Invoice, "createdAt" | "expiresAt">,
  { paymentHash, receivedMsat, settledAt, foundAt }: LightningSettlement,
): TrackedOutput {
  const at = Math.max(createdAt, Math.min(settledAt, foundAt))
  const arrivedAt = at > expiresAt && at <= expiresAt + DOUBT ? expiresAt : at
  return {
    txid: paymentHash,
    vout: 0,
    amount: satoshis(receivedMsat / 1000n),
    status: "settled",
    height: null,
    blockHash: null,
    seenAt: arrivedAt,
    firstBlockAt: arrivedAt,
    replaces: [],
    missing: null,
  }
}

/**
 * A payment of the node's for an invoice that the shop does not know, with the shop's description. It is stored as money of before the
 * order: not counted until a person says whose it is.
 */
export function uncountedOutput(
  invoice: Pick<Invoice, "createdAt" | "expiresAt">,
  payment: LightningSettlement,
) {
  return { ...lightningOutput(invoice, payment), seenAt: invoice.createdAt - 1 }
}

/** Only in full, and only while nothing has come: the rest of a payment on the chain goes to its address. */
export function asksByLightning({
  state,
  closed,
}: Pick<Invoice, "closed"> & { readonly state: InvoiceState }): boolean {
  return state === "awaiting_payment" && closed === null
}

interface LightningHalf {
  readonly expiresAt: Milliseconds
  readonly unreachableSince: Milliseconds | null
  readonly endedAt: Milliseconds | null
  readonly settledAt: Milliseconds | null
}

/** Whether the buyer may be asked to pay it now. */
export function isPayable(
  invoice: Parameters<typeof asksByLightning>[0],
  { expiresAt, unreachableSince, endedAt, settledAt }: LightningHalf,
  now: Milliseconds,
): boolean {
  if (unreachableSince !== null || endedAt !== null || settledAt !== null) return false
  return asksByLightning(invoice) && now < expiresAt
}

/** What staff's wallet has of a payment that it made. */
export interface LightningProof {
  readonly bolt11: string
  readonly preimage: string
  readonly sats: Satoshis
}

/** `no_proof`: it is no invoice, or one that the refund cannot have paid · `other_preimage`: it proves another payment */
export type ProofRejection = "no_proof" | "other_amount" | "other_preimage"

const SECOND: Milliseconds = 1000
const DAY = 86_400 * SECOND

/**
 * When the node is asked again about an invoice that is not settled: every few seconds while it can be paid, at its end, a minute
 * later and a day later. Infinity: never. What the node tells on its own comes sooner, and may be lost.
 */
export function nextLookAt(
  { createdAt, expiresAt }: { readonly createdAt: Milliseconds; readonly expiresAt: Milliseconds },
  now: Milliseconds,
): Milliseconds {
  const looks = [expiresAt + SECOND, expiresAt + DOUBT + SECOND, expiresAt + DAY]
  const next = looks.find((look) => look > now) ?? Infinity
  if (now > expiresAt) return next
  return Math.min(next, now + (now - createdAt < 180 * SECOND ? 3 : 10) * SECOND)
}
