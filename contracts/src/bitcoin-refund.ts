import * as z from "zod/mini"
import { instantSchema } from "./formats"
import { poundsSchema } from "./money"
import { satoshisSchema } from "./orders"

/** A refund that was sent in bitcoin, for its buyer. */
export const bitcoinRefundSchema = z.object({
  at: instantSchema,
  /** What of the payment it returns. */
  amount: poundsSchema,
  sats: satoshisSchema,
  address: z.string(),
  /** Of a payment by Lightning its hash. */
  txid: z.string(),
  /** Of a payment by Lightning. */
  preimage: z.nullable(z.string()),
  /** The transaction's page at a block explorer, if one is configured. */
  url: z.nullable(z.string()),
})
export type BitcoinRefund = z.infer<typeof bitcoinRefundSchema>

/** How it was sent, and what its buyer can compare with the wallet; the order's page, the mail and the receipt say the same. */
export const sentInBitcoin = (byLightning: boolean) =>
  byLightning ? "Sent in bitcoin, by Lightning" : "Sent in bitcoin"

export function proofsOfRefund({
  address,
  txid,
  preimage,
}: Pick<BitcoinRefund, "address" | "txid" | "preimage">): { name: string; value: string }[] {
  const to = { name: "To your address", value: address }
  return preimage === null
    ? [to, { name: "Transaction", value: txid }]
    : [to, { name: "Payment hash", value: txid }, { name: "Preimage (proof of payment)", value: preimage }]
}
