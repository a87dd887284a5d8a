import type { RefundableLine, RefundChoice } from "medusa-payments/refund-choice"
import { mostSatoshis, refundSatoshis, type RefundBasis } from "../../domain/refund-satoshis"
import { satoshis, type Satoshis } from "../../domain/satoshis"
import type { ActionRequest, BitcoinPayment } from "../api"
import { SHORTEST_REASON } from "../../texts"
import { decimalsOf } from "../components/formats"
import { fromMinor, toMinor, typedUnits } from "./amounts"

export const REFUND_METHODS = ["bitcoin", "lightning", "money"] as const

export interface RefundDraft {
  method: (typeof REFUND_METHODS)[number]
  amount: string
  basis: RefundBasis
  /** In bitcoin. */
  sent: string
  address: string
  txid: string
  /** Of a payment by Lightning. */
  invoice: string
  preimage: string
  note: string
  /** How many of each line, by its id. */
  quantities: Readonly<Record<string, string>>
  /** Of an amount without items; "": spread over the order. */
  rate: string
}

/** What is wrong with a field: `amount` no amount, `tooMuch` more than there is, `quantity` not as many as were ordered. */
export type Fault =
  "amount" | "tooMuch" | "address" | "destination" | "txid" | "invoice" | "preimage" | "note" | "quantity"
export type Faults = Partial<Record<keyof RefundDraft, Fault | undefined>>

type InBitcoin = Pick<
  BitcoinPayment,
  | "refundable"
  | "refundable_sats"
  | "refundable_surplus"
  | "refundable_surplus_sats"
  | "rate_today"
  | "currency"
>
type Refundable = Pick<BitcoinPayment, "refundable" | "currency"> & { lines: readonly RefundableLine[] }

export const leftOf = (payment: InBitcoin) => ({
  leftMinor: toMinor(payment.refundable, payment.currency),
  leftSats: satoshis(BigInt(payment.refundable_sats)),
  surplusMinor: toMinor(payment.refundable_surplus, payment.currency),
  surplusSats: satoshis(BigInt(payment.refundable_surplus_sats)),
})

/** What an amount is in satoshis, for each basis; null: there is no rate today. */
export function satsOf(amount: string, payment: InBitcoin): Record<RefundBasis, Satoshis | null> {
  const { currency, rate_today: rate } = payment
  const minor = typedUnits(amount, decimalsOf(currency)) ?? 0n
  return {
    satoshis: refundSatoshis(leftOf(payment), minor, null),
    money: rate === null ? null : refundSatoshis(leftOf(payment), minor, { rate, currency }),
  }
}

/** How many of a line are typed; null: none of these numbers. */
export function countOf(
  { quantities }: Pick<RefundDraft, "quantities">,
  line: RefundableLine,
): number | null {
  const typed = quantities[line.id]?.trim() ?? ""
  const count = typed === "" ? 0 : Number(typed)
  return Number.isInteger(count) && count >= 0 && count <= line.quantity ? count : null
}

/** What the chosen lines cost, at most what can be refunded, as a decimal; null: none is chosen. */
export function amountOf(
  draft: Pick<RefundDraft, "quantities">,
  { lines, currency, refundable }: Refundable,
): string | null {
  const unit = 10 ** decimalsOf(currency)
  const costs = lines.map((line) =>
    Math.round((line.total * unit * (countOf(draft, line) ?? 0)) / line.quantity),
  )
  const minor = BigInt(costs.reduce((sum, cost) => sum + cost, 0))
  const most = toMinor(refundable, currency)
  return minor === 0n ? null : fromMinor(minor < most ? minor : most, currency)
}

function choiceOf(draft: RefundDraft, lines: readonly RefundableLine[]): RefundChoice | null {
  const items = lines.flatMap((line) => {
    const quantity = countOf(draft, line) ?? 0
    return quantity === 0 ? [] : [{ id: line.id, quantity }]
  })
  if (items.length > 0) return { items }
  return draft.rate === "" ? null : { tax_rate: Number(draft.rate) }
}

export function readRefund(
  draft: RefundDraft,
  payment: Refundable & (InBitcoin | { readonly refundable_sats?: undefined }),
): { faults: Faults } | { refund: NonNullable<ActionRequest["refund"]> } {
  const { currency, refundable } = payment
  const { basis } = draft
  const minor = typedUnits(draft.amount, decimalsOf(currency))
  const sats = typedUnits(draft.sent, 8)
  const address = draft.address.trim()
  const [txid = "", invoice = "", preimage = ""] = [draft.txid, draft.invoice, draft.preimage].map((typed) =>
    typed.trim().toLowerCase(),
  )
  const isDigits = (typed: string) => /^[0-9a-f]{64}$/.test(typed)
  const faults: Faults = {
    ...faultOf(
      "quantities",
      payment.lines.every((line) => countOf(draft, line) !== null) ? null : "quantity",
    ),
    ...faultOf("amount", exceeds(minor, toMinor(refundable, currency))),
    ...(draft.method !== "money" && faultOf("sent", exceeds(sats, mostOf(draft, payment)))),
    ...(draft.method === "bitcoin" && {
      ...faultOf("address", isAddress(address) ? null : "address"),
      ...faultOf("txid", isDigits(txid) ? null : "txid"),
    }),
    ...(draft.method === "lightning" && {
      ...faultOf("address", address === "" ? "destination" : null),
      ...faultOf("invoice", /^ln[a-z0-9]{50,}$/.test(invoice) ? null : "invoice"),
      ...faultOf("preimage", isDigits(preimage) ? null : "preimage"),
    }),
    ...(draft.method === "money" &&
      faultOf("note", draft.note.trim().length < SHORTEST_REASON ? "note" : null)),
  }
  if (Object.keys(faults).length > 0 || minor === null) return { faults }
  const chosen = choiceOf(draft, payment.lines)
  return {
    refund: {
      amount: Number(fromMinor(minor, currency)),
      ...(draft.method === "bitcoin" && { bitcoin: { sats: String(sats), basis, address, txid } }),
      ...(draft.method === "lightning" && {
        lightning: { sats: String(sats), basis, destination: address, invoice, preimage },
      }),
      ...(chosen && { chosen }),
    },
  }
}

/** The most satoshis that the typed amount can be. */
export function mostOf(
  { amount, basis }: Pick<RefundDraft, "amount" | "basis">,
  payment: InBitcoin | { readonly refundable_sats?: undefined },
): bigint {
  if (payment.refundable_sats === undefined) return 0n
  const minor = typedUnits(amount, decimalsOf(payment.currency)) ?? 0n
  return mostSatoshis(leftOf(payment), minor, basis)
}

export const isAddress = (typed: string): boolean => /^[a-z0-9]{14,100}$/i.test(typed)

function faultOf(field: keyof RefundDraft, fault: Fault | null): Faults {
  return fault === null ? {} : { [field]: fault }
}

function exceeds(typed: bigint | null, most: bigint): Fault | null {
  if (typed === null) return "amount"
  return typed > most ? "tooMuch" : null
}
