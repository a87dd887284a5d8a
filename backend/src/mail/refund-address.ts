import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { MailContext } from "./define-mail"
import { sampleRefundAddress } from "./fixtures"
import { readOrderView } from "./order-view"

/** What the outbox stores of a mail about a refund address. */
export const aboutRefundAddress = z.object({ orderId: z.string(), addressId: z.string() })

/** The address that the buyer gave for a refund. */
export interface GivenAddress {
  address: string
  /** The address it replaces. */
  insteadOf: string | null
  givenAt: string
  /** How the page was opened: with the secret link of a mail, or signed in. */
  cameBy: "link" | "account"
}

export const sampleGivenAddress: GivenAddress = {
  address: sampleRefundAddress,
  insteadOf: null,
  givenAt: "2026-06-22T09:05:00.000Z",
  cameBy: "link",
}

export const previousRefundAddress = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"

/** The order and the address given for its refund. Null when either was erased. */
export async function readRefundAddress(
  context: MailContext,
  { orderId, addressId }: z.output<typeof aboutRefundAddress>,
) {
  const [found, invoices] = await Promise.all([
    readOrderView(context, { orderId }),
    context.container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId),
  ])
  const isThis = ({ id }: { id: string }) => id === addressId
  const details = invoices.find(({ refundAddresses }) => refundAddresses.some(isThis))
  const given = details?.refundAddresses.find(isThis)
  if (found === null || details === undefined || given === undefined) return null
  const before = details.refundAddresses[details.refundAddresses.findIndex(isThis) - 1]
  return {
    order: found.order,
    isAwaited: details.isAddressAwaited,
    pence: Number(details.owedMinor),
    given: {
      address: given.address,
      insteadOf: before?.address ?? null,
      givenAt: new Date(given.at).toISOString(),
      cameBy: given.cameBy,
    },
  }
}
