import type { LightningProof, ProofRejection } from "../../domain/lightning"
import type { Network } from "../descriptor"
import { isOn, readBolt11 } from "./bolt11"
import { paymentHashOf } from "./settlement"

/** How far the clock of the payee's wallet may be ahead. */
const CLOCK_MS = 600_000

/**
 * Whether a payment of so much was made: only the payee tells the preimage of the invoice's hash, and only once it is paid.
 * @param madeAfter an invoice of before the payment that is refunded was paid for something else
 */
export function proofRejection(
  { bolt11, preimage, sats }: LightningProof,
  {
    network,
    madeAfter,
    now,
  }: { readonly network: Network; readonly madeAfter: number; readonly now: number },
): ProofRejection | null {
  const invoice = readBolt11(bolt11)
  if (invoice === null || !isOn(network, invoice)) return "no_proof"
  const madeAt = invoice.createdAt.getTime()
  if (madeAt < madeAfter - CLOCK_MS || madeAt > now + CLOCK_MS) return "no_proof"
  if (invoice.msat !== sats * 1000n) return "other_amount"
  return paymentHashOf(preimage) === invoice.paymentHash ? null : "other_preimage"
}
