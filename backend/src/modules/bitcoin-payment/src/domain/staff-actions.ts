import { effectsOfVerdict, type Effect } from "./effects"
import { evaluate } from "./evaluate"
import { isLive, type Invoice, type InvoiceState, type Policy, type Verdict } from "./invoice"
import type { ProofRejection } from "./lightning"
import { STAFF_ACTIONS, type StaffAction } from "./action-forms"
import type { AuditEntry, InvoiceDetails, NewRefund, StaffMember } from "./invoice-details"
import {
  balanceOf,
  isAddressAwaited,
  medusaRefundMinor,
  overpaidMinor,
  receivedMinor,
  refundableMinor,
  refundableOf,
  surplusMinor,
  type InvoiceBalance,
} from "./refunds"
import { mostSatoshis } from "./refund-satoshis"
import { sumSatoshis, type Satoshis } from "./satoshis"
import type { StoredInvoice } from "./stored-invoice"
import { enoughFor, takenSatoshis } from "./tolerance"

/** What a member of staff asks for. A command with a known idempotency key was carried out before. */
export type StaffCommand = {
  readonly idempotencyKey: string
  readonly by: StaffMember
  readonly reason: string | null
} & (
  | { readonly action: Exclude<StaffAction, "record_refund"> }
  | { readonly action: "record_refund"; readonly refund: NewRefund }
)

export type ActionRejection =
  | "no_invoice"
  | "paid"
  | "paid_by_another"
  | "older_quote"
  | "refunded"
  | "nothing_received"
  | "not_confirmed"
  | "poll_first"
  | "still_open"
  | "money_received"
  | "nothing_to_refund"
  | "already_asked"
  | "no_surplus"
  | "no_earlier_money"
  | "exceeds_received"
  | "already_recorded"
  | ProofRejection

export type InvoiceChange = Partial<
  Pick<
    StoredInvoice,
    "accepted" | "closed" | "returned" | "decidedSurplusMinor" | "surplusMinor" | "explained"
  >
>

/** Everything that a decision writes. The repository stores all of it in one transaction, or nothing. */
export interface StaffWrites {
  readonly auditEntry: Omit<AuditEntry, "at">
  readonly refund: (NewRefund & { readonly by: StaffMember; readonly medusaMinor: bigint }) | null
  readonly change: {
    readonly to: InvoiceChange
    /** What the invoice's state becomes; null: it stays. */
    readonly state: {
      readonly verdict: Verdict
      readonly effects: readonly Effect[]
      readonly cause: string
    } | null
  } | null
}

/** `writes: null`: the command was carried out before, and nothing is left to write. */
export type StaffDecision =
  | { readonly ok: true; readonly writes: StaffWrites | null }
  | { readonly ok: false; readonly reason: ActionRejection }

/** What a command does to an invoice, or why it is rejected. */
export function decide(details: InvoiceDetails, command: StaffCommand, policy: Policy): StaffDecision {
  const { action, by, reason } = command
  const { id, state, received } = details.invoice
  const idempotencyKey = auditKeyOf(id, command)
  if (details.auditEntries.some((entry) => entry.idempotencyKey === idempotencyKey))
    return { ok: true, writes: null }
  const rejection = rejectionOf(action, actionContextOf(details)) ?? refundRejection(details, command)
  if (rejection !== null) return { ok: false, reason: rejection }
  const detail = { state, received: received.toString(), ...refundFigures(command) }
  const auditEntry = { action, idempotencyKey, by, reason, detail }
  return {
    ok: true,
    writes: { auditEntry, refund: null, change: null, ...writesOf(details, command, policy) },
  }
}

/** The key of the audit entry that a command leaves: whether there is one says whether it was carried out. */
export const auditKeyOf = (
  invoiceId: string,
  { action, idempotencyKey }: Pick<StaffCommand, "action" | "idempotencyKey">,
): string => `${action}:${invoiceId}:${idempotencyKey}`

export interface ActionContext extends Pick<Invoice, "captured" | "accepted"> {
  readonly state: InvoiceState
  readonly received: Satoshis
  readonly settled: Satoshis
  readonly isNewest: boolean
  readonly isPaidByAnother: boolean
  readonly refundableMinor: bigint
  readonly surplusMinor: bigint
  readonly isAddressAwaited: boolean
  /** Money that was sent before the invoice was opened is on its address, and staff did not say whose it is. */
  readonly hasEarlierMoney: boolean
}

export function actionContextOf(details: InvoiceDetails): ActionContext {
  const { invoice, isNewest, isPaidByAnother } = details
  const balance = balanceOf(details)
  return {
    state: invoice.state,
    captured: invoice.captured,
    accepted: invoice.accepted,
    received: invoice.received,
    settled: balance.settled,
    isNewest,
    isPaidByAnother,
    refundableMinor: refundableMinor(balance),
    surplusMinor: surplusMinor(balance),
    hasEarlierMoney: earlierMoney(details) > invoice.explained,
    isAddressAwaited: isAddressAwaited(details),
  }
}

function earlierMoney({ invoice, outputs }: InvoiceDetails): Satoshis {
  const earlier = outputs.filter((output) => isLive(output) && output.seenAt < invoice.createdAt)
  return sumSatoshis(earlier.map(({ amount }) => amount))
}

export function allowedActions(context: ActionContext): StaffAction[] {
  return STAFF_ACTIONS.filter((action) => rejectionOf(action, context) === null)
}

/** Null: the action is possible. Total: every action in every context has an answer. */
export function rejectionOf(action: StaffAction, context: ActionContext): ActionRejection | null {
  return RULES[action](context)
}

/** The first line that matches decides. */
const RULES: Record<StaffAction, (context: ActionContext) => ActionRejection | null> = {
  accept: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (context.state === "refunded") return "refunded"
    if (context.received === 0n) return "nothing_received"
    if (context.settled < context.received) return "not_confirmed"
    return context.state === "review" || context.state === "underpaid" ? null : "poll_first"
  },
  settle_by_hand: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (!context.isNewest) return "older_quote"
    return context.state === "refunded" ? "refunded" : null
  },
  renew_quote: (context) => {
    if (isPaid(context)) return "paid"
    if (context.isPaidByAnother) return "paid_by_another"
    if (!context.isNewest) return "older_quote"
    if (context.state === "refunded") return null
    if (context.received > 0n) return "money_received"
    return context.state === "awaiting_payment" ? "still_open" : null
  },
  ask_refund_address: (context) => {
    if (context.refundableMinor === 0n) return "nothing_to_refund"
    return context.isAddressAwaited ? "already_asked" : null
  },
  record_refund: (context) => (context.refundableMinor === 0n ? "nothing_to_refund" : null),
  keep_surplus: (context) => (context.captured && context.surplusMinor > 0n ? null : "no_surplus"),
  explain_earlier_money: (context) => (context.hasEarlierMoney ? null : "no_earlier_money"),
}

/** Captured, or about to be. */
function isPaid({ captured, state }: ActionContext): boolean {
  return captured || state === "confirmed"
}

/** A refund exceeds neither the money nor the satoshis that were received and are final, and a transaction counts once. */
function refundRejection(details: InvoiceDetails, command: StaffCommand): ActionRejection | null {
  if (command.action !== "record_refund") return null
  const { method, amountMinor } = command.refund
  const balance = balanceOf(details)
  if (amountMinor > refundableMinor(balance)) return "exceeds_received"
  if (method.kind === "money") return null
  if (method.sats > mostSatoshis(refundableOf(details), amountMinor, method.basis)) return "exceeds_received"
  return details.refunds.some(({ method: other }) => other.kind === "bitcoin" && other.txid === method.txid)
    ? "already_recorded"
    : null
}

function refundFigures(command: StaffCommand): Record<string, string> {
  if (command.action !== "record_refund") return {}
  const { amountMinor, method } = command.refund
  const figures = { method: method.kind, amountMinor: amountMinor.toString() }
  if (method.kind === "money") return figures
  const { basis, address, txid } = method
  return { ...figures, basis, sats: method.sats.toString(), address, txid }
}

function writesOf(details: InvoiceDetails, command: StaffCommand, policy: Policy): Partial<StaffWrites> {
  switch (command.action) {
    case "accept": {
      const { due, received } = details.invoice
      const isShort = received < enoughFor({ ...details.invoice, accepted: null })
      return { change: changed({ accepted: isShort ? received : due, closed: null }, "accepted") }
    }
    case "settle_by_hand": {
      const byHand = takenSatoshis({ ...details.invoice, accepted: details.invoice.received })
      return { change: changed({ accepted: { byHand }, closed: null }, "marked as paid") }
    }
    case "record_refund": {
      const before = balanceOf(details)
      const after = { ...before, refundedMinor: before.refundedMinor + command.refund.amountMinor }
      const inMedusa = details.refunds.reduce((sum, { medusaMinor }) => sum + medusaMinor, 0n)
      const added = medusaRefundMinor(after) - inMedusa
      const medusaMinor = added > 0n ? added : 0n
      const decided = { decidedSurplusMinor: decidedAfter(before, command.refund.amountMinor - medusaMinor) }
      const isAll = after.refundedMinor >= receivedMinor(after)
      return {
        refund: { ...command.refund, by: command.by, medusaMinor },
        change: isAll ? changed({ ...decided, returned: before.settled }, "refunded") : noted(decided),
      }
    }
    case "keep_surplus":
      return { change: noted({ decidedSurplusMinor: overpaidMinor(balanceOf(details)) }) }
    case "explain_earlier_money":
      return { change: noted({ explained: earlierMoney(details) }) }
    case "renew_quote":
    case "ask_refund_address":
      return {}
  }

  function noted(to: InvoiceChange): StaffWrites["change"] {
    const { settled } = balanceOf(details)
    const surplus = surplusMinor({ invoice: { ...details.invoice, ...to }, settled })
    return { to: { ...to, surplusMinor: surplus }, state: null }
  }

  function changed(to: InvoiceChange, what: string): StaffWrites["change"] {
    const invoice = { ...details.invoice, ...to }
    const chain = { height: details.tip?.height ?? 0, observedAt: invoice.lastPollAt }
    const verdict = evaluate(invoice, details.outputs, chain, policy)
    const effects = effectsOfVerdict(invoice, verdict, policy)
    return { to, state: { verdict, effects, cause: `${what} by ${command.by.email}` } }
  }
}

/** How much of the surplus staff have decided about once this much more of it is refunded. What they keep can be refunded too. */
function decidedAfter(before: InvoiceBalance, refundedMinor: bigint): bigint {
  const { decidedSurplusMinor } = before.invoice
  const overpaid = overpaidMinor(before)
  if (overpaid <= decidedSurplusMinor) return decidedSurplusMinor
  const decided = decidedSurplusMinor + refundedMinor
  return decided < overpaid ? decided : overpaid
}
