import { inThousands } from "@shop/contracts"

/** Whole satoshis, grouped: `"12500"` is `"12,500 sats"`. */
export function satoshis(sats: string): string {
  return `${inThousands(sats)} sats`
}

/** Pounds as they are typed (`12`, `12.5`, `12.50`) to whole pence; null when that is no amount. */
export function typedPence(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^£/, ""))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}

/** Bitcoin as it is typed, with at most eight decimals, to whole satoshis; null when that is no amount. */
export function typedSats(text: string): string | null {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return null
  const sats = BigInt(`${match[1] ?? "0"}${(match[2] ?? "").padEnd(8, "0")}`)
  return sats > 0n ? sats.toString() : null
}

type Colour = "green" | "orange" | "red" | "blue" | "grey"

const STATES: Readonly<Record<string, { label: string; colour: Colour }>> = {
  awaiting_payment: { label: "Awaiting payment", colour: "orange" },
  underpaid: { label: "Underpaid, time left", colour: "orange" },
  seen: { label: "Seen, unconfirmed", colour: "blue" },
  confirming: { label: "Confirming", colour: "blue" },
  confirmed: { label: "Paid", colour: "green" },
  expired: { label: "Expired", colour: "grey" },
  review: { label: "Needs your decision", colour: "red" },
  cancelled: { label: "Cancelled with the order", colour: "grey" },
  refunded: { label: "Refunded", colour: "grey" },
}

/** An invoice's state as staff read it. An unknown state is shown as it is. */
export function stateLabel(state: string): { label: string; colour: Colour } {
  return STATES[state] ?? { label: state, colour: "grey" }
}
