import { refundablePence } from "../domain/money-back"
import { isAddressAwaited } from "../domain/refund-question"
import type { GivenAddress, InvoiceFile } from "../ports/desk"
import { standingOf, takingsOf, type DeskParts } from "./desk"

/** How often a buyer may say something else; more is a quarrel over somebody's money, and for a person. */
const AT_MOST = 5

export type AddressRefusal = "no_address" | "other_network" | "ours" | "not_asked" | "too_often"

/** What came of a buyer's word. */
export type Given = { readonly ok: true } | { readonly ok: false; readonly because: AddressRefusal }

/** A refund whose address is waited for: what goes back, and where to by the buyer's latest word. */
export interface RefundQuestion {
  readonly pence: bigint
  readonly given: GivenAddress | null
}

/** What the shop waits to be told about an order's refunds; null: nothing. */
export function refundQuestion(files: readonly InvoiceFile[], parts: DeskParts): RefundQuestion | null {
  const awaited = files.filter((file) => isAwaited(file, parts))
  if (awaited.length === 0) return null
  return {
    pence: awaited.reduce((sum, file) => sum + owedPence(file, parts), 0n),
    given: awaited.map(({ refundAddresses }) => refundAddresses.at(-1) ?? null).find(Boolean) ?? null,
  }
}

/** The surplus where there is one, else all that can go back: what staff ask about. */
export function owedPence(file: InvoiceFile, { policy }: DeskParts): bigint {
  const { surplusPence } = standingOf(file, policy)
  return surplusPence > 0n ? surplusPence : refundablePence(takingsOf(file, policy))
}

/**
 * Keeps where an order's refund should go, while it is asked for. The same as before changes nothing, so that a form
 * which is sent twice is one word.
 * @param address read already: valid on this network, and in one spelling
 */
export async function giveRefundAddress(
  parts: DeskParts,
  orderId: string,
  { address, cameBy }: Pick<GivenAddress, "address" | "cameBy">,
): Promise<Given> {
  if (await parts.desk.isOurs(address)) return { ok: false, because: "ours" }
  const files = await parts.desk.filesOf(orderId)
  const awaited = files.filter((file) => isAwaited(file, parts))
  if (awaited.length === 0) return { ok: false, because: "not_asked" }
  for (const { invoice } of awaited) {
    // Asked again under the lock: staff may be recording the refund now.
    const given = await parts.desk.holding(invoice.id, async (file, pen): Promise<Given> => {
      if (!isAwaited(file, parts)) return { ok: false, because: "not_asked" }
      if (file.refundAddresses.at(-1)?.address === address) return { ok: true }
      if (file.refundAddresses.length >= AT_MOST) return { ok: false, because: "too_often" }
      await pen.addRefundAddress({ address, cameBy })
      return { ok: true }
    })
    if (given?.ok !== true) return given ?? { ok: false, because: "not_asked" }
  }
  return { ok: true }
}

/** Whether the shop waits to be told where the money of this invoice should go. */
export function isAwaited(file: InvoiceFile, { policy }: DeskParts): boolean {
  const actions = file.deeds.map(({ action }) => action)
  return isAddressAwaited(actions, refundablePence(takingsOf(file, policy)))
}
