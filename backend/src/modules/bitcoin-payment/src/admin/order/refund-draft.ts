import type { ActionRequest, BitcoinPayment } from "../api"
import { SHORTEST_REASON } from "../../texts"
import { decimalsOf } from "../components/formats"
import { fromMinor, toMinor, typedUnits } from "./amounts"

export interface RefundDraft {
  method: "bitcoin" | "money"
  amount: string
  /** In bitcoin. */
  sent: string
  address: string
  txid: string
  note: string
}

/** What is wrong with a field: `amount` no amount, `tooMuch` more than there is. */
export type Fault = "amount" | "tooMuch" | "address" | "txid" | "note"
export type Faults = Partial<Record<keyof RefundDraft, Fault>>

type Refundable = Pick<BitcoinPayment, "refundable" | "currency" | "refundable_sats">

export function readRefund(
  draft: RefundDraft,
  payment: Refundable,
): { faults: Faults } | { refund: NonNullable<ActionRequest["refund"]> } {
  const { currency, refundable } = payment
  const minor = typedUnits(draft.amount, decimalsOf(currency))
  const sats = typedUnits(draft.sent, 8)
  const address = draft.address.trim()
  const txid = draft.txid.trim()
  const isBitcoin = draft.method === "bitcoin"
  const faults: Faults = {
    ...faultOf("amount", exceeds(minor, toMinor(refundable, currency))),
    ...(isBitcoin && {
      ...faultOf("sent", exceeds(sats, BigInt(payment.refundable_sats))),
      ...faultOf("address", /^[a-z0-9]{14,100}$/i.test(address) ? null : "address"),
      ...faultOf("txid", /^[0-9a-f]{64}$/i.test(txid) ? null : "txid"),
    }),
    ...(!isBitcoin && faultOf("note", draft.note.trim().length < SHORTEST_REASON ? "note" : null)),
  }
  if (Object.keys(faults).length > 0 || minor === null) return { faults }
  const amount = Number(fromMinor(minor, currency))
  return {
    refund: isBitcoin
      ? { amount, bitcoin: { sats: String(sats), address, txid: txid.toLowerCase() } }
      : { amount },
  }
}

function faultOf(field: keyof RefundDraft, fault: Fault | null): Faults {
  return fault === null ? {} : { [field]: fault }
}

function exceeds(typed: bigint | null, most: bigint): Fault | null {
  if (typed === null) return "amount"
  return typed > most ? "tooMuch" : null
}
