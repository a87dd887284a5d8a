import { refundablePence } from "../domain/money-back"
import { isAddressAwaited } from "../domain/refund-question"
import type { RefundAddress, InvoiceDetails } from "../ports/payment-review"
import { actionContextOf, balanceOf, type PaymentReviewParts } from "./payment-review"

/** How often a buyer may say something else; more is a quarrel over somebody's money, and for a person. */
const AT_MOST = 5

export type AddressRejection = "no_address" | "other_network" | "ours" | "not_asked" | "too_often"

/** What came of a buyer's word. */
export type AddressResult = { readonly ok: true } | { readonly ok: false; readonly reason: AddressRejection }

/** A refund whose address is waited for: what goes back, and where to by the buyer's latest word. */
export interface RefundQuestion {
  readonly pence: bigint
  readonly address: RefundAddress | null
}

/** What the shop waits to be told about an order's refunds; null: nothing. */
export function refundQuestion(
  files: readonly InvoiceDetails[],
  parts: PaymentReviewParts,
): RefundQuestion | null {
  const awaited = files.filter((file) => isAwaited(file, parts))
  if (awaited.length === 0) return null
  return {
    pence: awaited.reduce((sum, file) => sum + owedPence(file, parts), 0n),
    address: awaited.map(({ refundAddresses }) => refundAddresses.at(-1) ?? null).find(Boolean) ?? null,
  }
}

/** The surplus where there is one, else all that can go back: what staff ask about. */
export function owedPence(file: InvoiceDetails, { policy }: PaymentReviewParts): bigint {
  const { surplusPence } = actionContextOf(file, policy)
  return surplusPence > 0n ? surplusPence : refundablePence(balanceOf(file, policy))
}

/**
 * Keeps where an order's refund should go, while it is asked for. The same as before changes nothing, so that a form
 * which is sent twice is one word.
 * @param address read already: valid on this network, and in one spelling
 */
export async function submitRefundAddress(
  parts: PaymentReviewParts,
  orderId: string,
  { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
): Promise<AddressResult> {
  if (await parts.review.isShopAddress(address)) return { ok: false, reason: "ours" }
  const files = await parts.review.detailsOfOrder(orderId)
  const awaited = files.filter((file) => isAwaited(file, parts))
  if (awaited.length === 0) return { ok: false, reason: "not_asked" }
  for (const { invoice } of awaited) {
    // Asked again under the lock: staff may be recording the refund now.
    const given = await parts.review.withInvoiceLocked(
      invoice.id,
      async (file, tx): Promise<AddressResult> => {
        if (!isAwaited(file, parts)) return { ok: false, reason: "not_asked" }
        if (file.refundAddresses.at(-1)?.address === address) return { ok: true }
        if (file.refundAddresses.length >= AT_MOST) return { ok: false, reason: "too_often" }
        await tx.addRefundAddress({ address, cameBy })
        return { ok: true }
      },
    )
    if (given?.ok !== true) return given ?? { ok: false, reason: "not_asked" }
  }
  return { ok: true }
}

/** Whether the shop waits to be told where the money of this invoice should go. */
export function isAwaited(file: InvoiceDetails, { policy }: PaymentReviewParts): boolean {
  const actions = file.auditEntries.map(({ action }) => action)
  return isAddressAwaited(actions, refundablePence(balanceOf(file, policy)))
}
