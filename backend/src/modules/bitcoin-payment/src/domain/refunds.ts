import { confirmationsOf } from "./confirmations"
import { isByHand, type Invoice, type Output } from "./invoice"
import type { StaffAction } from "./action-forms"
import type { InvoiceDetails } from "./invoice-details"
import { refundSatoshis, satoshisFor, type Refundable } from "./refund-satoshis"
import { lessSatoshis, satoshis, sumSatoshis, ZERO, type Satoshis } from "./satoshis"
import { enoughFor, takenSatoshis } from "./tolerance"
import { worthInMinorUnits, type PriceOfBitcoin } from "./quote"

/** An invoice's money, in minor units of its currency at its own rate. */
export interface InvoiceBalance extends Money {
  readonly invoice: Money["invoice"] & Pick<Invoice, "captured">
  readonly refundedMinor: bigint
}

interface Money {
  readonly invoice: PricedInvoice & Pick<Invoice, "decidedSurplusMinor">
  readonly settled: Satoshis
}

type PricedInvoice = PriceOfBitcoin & Pick<Invoice, "priceMinor" | "accepted" | "due" | "tolerance">

export function balanceOf({ invoice, refunds }: Pick<InvoiceDetails, "invoice" | "refunds">): InvoiceBalance {
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return { invoice, settled: invoice.settled, refundedMinor }
}

/** The part of an invoice's money that has the confirmations it requires: ours to keep or to refund. */
export function settledOf(counted: readonly Output[], height: number, required: number): Satoshis {
  const settled = counted.filter((part) => confirmationsOf(part, height) >= required)
  return sumSatoshis(settled.map(({ amount }) => amount))
}

/** What was received: at least what Medusa captures once it is enough. Marked as paid, what came afterwards is beyond that. */
export function receivedMinor({ invoice, settled }: Pick<Money, "invoice" | "settled">): bigint {
  const captured = capturedMinor(invoice)
  if (isByHand(invoice.accepted))
    return captured + worthInMinorUnits(lessSatoshis(settled, takenSatoshis(invoice)), invoice)
  const worth = worthInMinorUnits(settled, invoice)
  return settled >= enoughFor(invoice) && worth < captured ? captured : worth
}

/** What Medusa captures: the price, or the worth of a short payment that staff accepted. */
export function capturedMinor(invoice: PricedInvoice): bigint {
  const taken = takenSatoshis(invoice)
  return taken < invoice.due && !isByHand(invoice.accepted)
    ? worthInMinorUnits(taken, invoice)
    : invoice.priceMinor
}

export function refundableMinor(balance: InvoiceBalance): bigint {
  return atLeastZero(receivedMinor(balance) - balance.refundedMinor)
}

/**
 * What staff have neither refunded nor agreed to keep beyond what the order takes, also after a short payment that they
 * accepted. Without enough confirmations nothing is a surplus yet: its sender can still take it back.
 */
export function surplusMinor(money: Money): bigint {
  return atLeastZero(overpaidMinor(money) - money.invoice.decidedSurplusMinor)
}

/** `surplusMinor` in satoshis: the same share of what was sent beyond the price, rounded down. */
export function surplusSats(invoice: Money["invoice"] & Pick<Money, "settled">): Satoshis {
  const money = { invoice, settled: invoice.settled }
  return satoshis(satoshisFor(finalOf(money), surplusMinor(money), 0n).surplus)
}

/** All that is final, refunded or not. */
function finalOf(money: Money): Refundable {
  const { invoice, settled } = money
  const overpaid = overpaidMinor(money)
  return {
    leftMinor: receivedMinor(money),
    leftSats: settled,
    surplusMinor: overpaid,
    surplusSats: overpaid === 0n ? ZERO : lessSatoshis(settled, takenSatoshis(invoice)),
  }
}

/** Everything beyond what the order takes, decided about or not. */
export function overpaidMinor(money: Money): bigint {
  return atLeastZero(receivedMinor(money) - capturedMinor(money.invoice))
}

/** The part of all refunds that Medusa records: it holds what was captured, and a surplus is refunded first. */
export function medusaRefundMinor(balance: InvoiceBalance): bigint {
  if (!balance.invoice.captured) return 0n
  const captured = capturedMinor(balance.invoice)
  const beyondSurplus = atLeastZero(balance.refundedMinor - overpaidMinor(balance))
  return beyondSurplus < captured ? beyondSurplus : captured
}

/**
 * What a refund can be taken from. A refund that was not made in the satoshis received used up its share of them. What Medusa does not
 * record of a refund was surplus.
 */
export function refundableOf({ invoice, refunds }: Pick<InvoiceDetails, "invoice" | "refunds">): Refundable {
  const balance = balanceOf({ invoice, refunds })
  const final = finalOf(balance)
  const inMedusa = refunds.reduce((sum, { medusaMinor }) => sum + medusaMinor, 0n)
  const surplusGone = least(final.surplusMinor, balance.refundedMinor - inMedusa)
  let unassigned = surplusGone
  const used = refunds.map(({ method, amountMinor, medusaMinor }) => {
    const ofSurplus = least(unassigned, atLeastZero(amountMinor - medusaMinor))
    unassigned -= ofSurplus
    if (method.kind === "bitcoin" && method.basis === "satoshis") return method.sats
    const { surplus, price } = satoshisFor(final, ofSurplus, amountMinor - ofSurplus)
    return satoshis(surplus + price)
  })
  const leftMinor = refundableMinor(balance)
  const leftSats = lessSatoshis(final.leftSats, sumSatoshis(used))
  const surplusMinor = least(leftMinor, final.surplusMinor - surplusGone)
  const { surplus } = satoshisFor(final, surplusMinor, 0n)
  return { leftMinor, leftSats, surplusMinor, surplusSats: satoshis(least(leftSats, surplus)) }
}

/** What goes back to the buyer, and the satoshis that were paid for it. */
interface RefundDue {
  readonly amountMinor: bigint
  readonly sats: Satoshis
  /** False: staff decide how much of it goes back. */
  readonly isKnown: boolean
}

/** All of a cancelled order, or the surplus, or what Medusa's order owes after a return, or at most all that is left. */
export function refundDue(
  details: Pick<InvoiceDetails, "invoice" | "refunds">,
  owedByOrderMinor: bigint,
): RefundDue {
  const balance = balanceOf(details)
  const all = refundableMinor(balance)
  const { closed } = details.invoice
  const surplus = surplusMinor(balance)
  const isCancelled = closed === "cancelled" || closed === "expired"
  const owed = isCancelled ? all : surplus > 0n ? surplus : owedByOrderMinor
  const amountMinor = owed > 0n && owed < all ? owed : all
  return { amountMinor, sats: refundSatoshis(refundableOf(details), amountMinor, null), isKnown: owed > 0n }
}

export function owedMinor(details: InvoiceDetails): bigint {
  return refundDue(details, 0n).amountMinor
}

/** After one of these the money was refunded, or it stays: an address is not needed any more. */
export const ENDS_QUESTION: readonly StaffAction[] = [
  "accept",
  "settle_by_hand",
  "record_refund",
  "keep_surplus",
]

/** Whether staff asked for a refund address and have decided nothing about the money since. */
export function isAddressAwaited(details: InvoiceDetails): boolean {
  const actions = details.auditEntries.map(({ action }) => action)
  const asked = actions.lastIndexOf("ask_refund_address")
  if (asked === -1 || refundableMinor(balanceOf(details)) === 0n) return false
  return !actions.slice(asked).some((action) => ENDS_QUESTION.includes(action))
}

export function isAddressGiven({ auditEntries, refundAddresses }: InvoiceDetails): boolean {
  const asked = auditEntries.filter(({ action }) => action === "ask_refund_address").at(-1)
  return asked !== undefined && refundAddresses.some(({ at }) => at >= asked.at)
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
