import * as z from "zod/mini"
import { poundsSchema } from "./money"

export const BITCOIN_NETWORKS = ["mainnet", "testnet", "signet", "regtest"] as const
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number]

const BASE58 = "[1-9A-HJ-NP-Za-km-z]{25,33}"
/** Witness programs of 20 and 32 bytes with their checksum, as wallets issue them. */
const BECH32 = "1(?:[02-9ac-hj-np-z]{39}|[02-9ac-hj-np-z]{59})"
const SHAPES: Record<BitcoinNetwork, { shape: RegExp; begins: string }> = {
  mainnet: { shape: new RegExp(`^(?:bc${BECH32}|[13]${BASE58})$`), begins: "bc1, 1 or 3" },
  testnet: { shape: new RegExp(`^(?:tb${BECH32}|[mn2]${BASE58})$`), begins: "tb1, m, n or 2" },
  signet: { shape: new RegExp(`^(?:tb${BECH32}|[mn2]${BASE58})$`), begins: "tb1, m, n or 2" },
  regtest: { shape: new RegExp(`^(?:bcrt${BECH32}|[mn2]${BASE58})$`), begins: "bcrt1, m, n or 2" },
}
const ANY_SHAPE = new RegExp(`^(?:(?:bc|tb|bcrt)${BECH32}|[123mn]${BASE58})$`)

const NO_ADDRESS =
  "That is not a Bitcoin address: a character is wrong or missing. Copy it again from your wallet."

/** Removes what wallets add to an address: `bitcoin:…?amount=…`, spaces between groups, capitals of a QR code. */
function bareAddress(text: string): string {
  const bare = text
    .replace(/\s+/g, "")
    .replace(/^bitcoin:/i, "")
    .replace(/\?.*$/s, "")
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare
}

const address = z
  .string("Please enter a Bitcoin address.")
  .check(
    z.maxLength(2048, { error: NO_ADDRESS, abort: true }),
    z.overwrite(bareAddress),
    z.minLength(1, { error: "Please enter a Bitcoin address.", abort: true }),
    z.regex(ANY_SHAPE, { error: NO_ADDRESS, abort: true }),
  )

/**
 * `POST /api/orders/{id}/refund-address`: the buyer's address for a requested refund. Sending the same address again changes
 * nothing; another one replaces it until the refund is recorded. Returns the order.
 */
export const refundAddressSchema = z.strictObject({ address })

/** The same for a known network. Only the server verifies the checksum. */
export function refundAddressOn(network: BitcoinNetwork) {
  const { shape, begins } = SHAPES[network]
  return z.strictObject({
    address: address.check(
      z.regex(shape, `That address is for another network. One we can send to begins with ${begins}.`),
    ),
  })
}

/** A pending refund for which the shop has requested an address. */
export const refundQuestionSchema = z.object({
  /** The amount to refund. */
  amount: poundsSchema,
  network: z.enum(BITCOIN_NETWORKS),
  /** The buyer's address and when it was given, if any. */
  given: z.nullable(z.object({ address: z.string(), at: z.iso.datetime() })),
})
export type RefundQuestion = z.infer<typeof refundQuestionSchema>
