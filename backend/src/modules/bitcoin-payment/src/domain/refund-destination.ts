import { paymentUri } from "./payment-uri"
import type { Satoshis } from "./satoshis"

/** Where a buyer wants a refund: on the chain, or one of the ways that a Lightning wallet is paid by, again and again. */
export type DestinationKind = "address" | "lightning_address" | "lnurl" | "offer" | "bip353"

export type DestinationRejection = "no_address" | "no_destination" | "other_network" | "expires"
export type DestinationReading =
  | { readonly ok: true; readonly destination: string }
  | { readonly ok: false; readonly reason: DestinationRejection }

/** BIP 353's names begin with it; without it `name@domain` is a Lightning address (LUD-16). */
export const BIP353_SIGN = "₿"

/** @param destination as `readDestination` writes it */
export function kindOf(destination: string): DestinationKind {
  if (destination.includes("@")) return destination.startsWith(BIP353_SIGN) ? "bip353" : "lightning_address"
  if (destination.startsWith("lnurl1")) return "lnurl"
  return destination.startsWith("lno1") ? "offer" : "address"
}

/** What the wallet that sends the refund scans. Only the link to an address names the amount: it is typed for the others. */
export function codeOf(destination: string, amount: Satoshis): string {
  const kind = kindOf(destination)
  if (kind === "address") return paymentUri(destination, amount)
  return kind === "lnurl" || kind === "offer" ? destination.toUpperCase() : destination
}
