import { countedParts } from "./arrival"
import type { Invoice, InvoiceState, Milliseconds, Output, Policy } from "./invoice"
import { WHOLE, type Millionths } from "./percent"
import { sumSatoshis } from "./satoshis"
import { enoughFor } from "./tolerance"
import { addWorkingTime } from "./working-time"

/** The least share of what is due that buys an order time in which staff decide: less would hold goods for next to nothing. */
const HOLDING_SHARE: Millionths = 100_000n

type Ended = Pick<Invoice, "captured" | "closed" | "accepted"> & { readonly state: InvoiceState }

export function mayReleaseStock({ state, captured, closed, accepted }: Ended): boolean {
  if (captured || closed !== null || accepted !== null) return false
  return state === "expired" || state === "review"
}

/**
 * The end of the reservation of stock. Unpaid, it is the hold, in which the buyer may ask for a new quote. A tenth of what is due
 * in a block, late or short, keeps it until staff had the time to decide. In no block money costs its sender nothing: only the
 * full amount keeps it, until `firstBlockBy`. Infinity: awaited, final or under way. 0: closed or paid back.
 */
export function reservedUntil(
  invoice: Invoice & { readonly state: InvoiceState },
  outputs: readonly Output[],
  policy: Policy,
): Milliseconds {
  if (invoice.captured) return Infinity
  // Money for a quote that another one replaced is as late as money for one that ended.
  const isSuperseded = invoice.closed === "superseded" && invoice.state === "review"
  if ((invoice.closed !== null && !isSuperseded) || invoice.state === "refunded") return 0
  if (!isSuperseded && !mayReleaseStock(invoice)) return Infinity
  const held = heldUntil(invoice, policy)
  const paid = countedParts(invoice, outputs, policy)
  const worth = (parts: readonly Output[]) => sumSatoshis(parts.map(({ amount }) => amount))
  const inBlocks = worth(paid.filter(({ status }) => status === "confirmed"))
  if (inBlocks * WHOLE >= invoice.due * HOLDING_SHARE)
    return addWorkingTime(held, policy.caseMs, policy.workingDays)
  return worth(paid) >= enoughFor(invoice) ? Math.max(held, invoice.firstBlockBy) : held
}

/** Whether money for this quote was seen, however late, little or unconfirmed, and is not returned. */
export function isPaidInPart(
  { invoice, outputs }: { readonly invoice: Invoice; readonly outputs: readonly Output[] },
  policy: Policy,
): boolean {
  return invoice.returned === null && countedParts(invoice, outputs, policy).length > 0
}

/** Until when an unpaid quote can be renewed. */
export function heldUntil({ expiresAt }: Pick<Invoice, "expiresAt">, { holdMs }: Policy): Milliseconds {
  return expiresAt + holdMs
}
