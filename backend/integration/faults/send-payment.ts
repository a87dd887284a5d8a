import type { BuyerContext } from "./buyer"
import type { Quote, Timeliness } from "./observer"

/**
 * Pays and records whether that was in time.
 * @param graceMs added to the quote's end
 * @param otherwise what it is after that
 */
export async function send(
  { network, observer }: BuyerContext,
  payments: readonly (readonly [Quote, bigint])[],
  graceMs = 0,
  otherwise: Timeliness = "in doubt",
): Promise<string> {
  const outputs = payments.map(([{ address }, sats]) => ({ address, sats }))
  const deadline = Math.min(...payments.map(([{ expiresAt }]) => expiresAt)) + graceMs
  const txid = await network.payMany(outputs)
  const at = Date.now()
  observer.payments.set(txid, { txid, at, deadline, timeliness: at < deadline ? "in time" : otherwise })
  return txid
}

/** Pays after the end of the quote or of its order, of which the shop told the buyer. */
export async function sendLate(
  { network, observer }: BuyerContext,
  { address, due, expiresAt: deadline }: Quote,
): Promise<void> {
  const txid = await network.pay(address, due)
  observer.payments.set(txid, { txid, at: Date.now(), deadline, timeliness: "late" })
}
