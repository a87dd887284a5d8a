/**
 * The run: the addresses that were given out since the last one that money reached. The merchant's wallet software shows
 * no payment behind `limit` unused addresses in a row. Anybody can order and not pay, so the run is shared out.
 */
export interface AddressRun {
  readonly unpaid: number
  readonly limit: number
}

/** The last address that the wallet shows is the owner's: their own payment there ends the run. */
const OWNERS_ADDRESSES = 1
/** This part of the run is for buyers whom the shop knows: unknown buyers cannot take all of it. */
const KEPT_FOR_KNOWN = 4

/** Why a buyer gets no address of the run. Null: they get one. */
export function whyNoAddress(
  { unpaid, limit }: AddressRun,
  isKnown: boolean,
): "full" | "kept_for_known" | null {
  const forBuyers = limit - OWNERS_ADDRESSES
  if (unpaid >= forBuyers) return "full"
  return !isKnown && isNearlyFull({ unpaid, limit }) ? "kept_for_known" : null
}

export function isNearlyFull({ unpaid, limit }: AddressRun): boolean {
  return unpaid >= limit - OWNERS_ADDRESSES - Math.floor(limit / KEPT_FOR_KNOWN)
}
