import * as z from "zod/mini"
import type { BitcoinNetwork, RefundTerms } from "./cancellation"
import { nameSchema, typedText } from "./text"

// What a buyer sends about an order that is placed. Apart from index.ts: only the order's page loads it.

const BASE58 = "[1-9A-HJ-NP-Za-km-z]{25,33}"
/** Witness programs of 20 and 32 bytes with their checksum, as wallets issue them. */
const BECH32 = "1(?:[02-9ac-hj-np-z]{39}|[02-9ac-hj-np-z]{59})"
const TEST_SHAPE = { shape: new RegExp(`^(?:tb${BECH32}|[mn2]${BASE58})$`), begins: "tb1, m, n or 2" }
const SHAPES: Record<BitcoinNetwork, { shape: RegExp; begins: string }> = {
  mainnet: { shape: new RegExp(`^(?:bc${BECH32}|[13]${BASE58})$`), begins: "bc1, 1 or 3" },
  testnet: TEST_SHAPE,
  testnet4: TEST_SHAPE,
  signet: TEST_SHAPE,
  regtest: { shape: new RegExp(`^(?:bcrt${BECH32}|[mn2]${BASE58})$`), begins: "bcrt1, m, n or 2" },
}
const ANY_SHAPE = new RegExp(`^(?:(?:bc|tb|bcrt)${BECH32}|[123mn]${BASE58})$`)
/** A Lightning address or BIP 353 name, an LNURL, an offer in parts. */
const LIGHTNING_SHAPE = /^(?:₿?[\w.+-]{1,64}@[\w.-]{4,253}|(?:lnurl|lno)1[02-9ac-hj-np-z+]+)$/

const NO_ADDRESS =
  "That is not a Bitcoin address: a character is wrong or missing. Copy it again from your wallet."
const NO_DESTINATION =
  "That is neither a Bitcoin address nor a Lightning address, LNURL or offer: a character is wrong or missing. Copy it again from your wallet."

/** Removes what wallets add to an address: `bitcoin:…?amount=…`, spaces between groups, capitals of a QR code. */
function bareAddress(text: string): string {
  const bare = text
    .replace(/\s+/g, "")
    .replace(/^(?:bitcoin|lightning):/i, "")
    .replace(/\?.*$/s, "")
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare
}

/**
 * `POST /api/orders/{id}/refund-address`: where the buyer wants a requested refund. Sending the same again changes nothing;
 * another one replaces it until the refund is recorded. Returns the order. Only the server verifies checksums.
 */
export function refundAddressOn({ network, byLightning }: RefundTerms) {
  const { shape, begins } = SHAPES[network]
  const wrong = byLightning ? NO_DESTINATION : NO_ADDRESS
  const orLightning = (onChain: RegExp) =>
    byLightning ? new RegExp(`${onChain.source}|${LIGHTNING_SHAPE.source}`, onChain.flags) : onChain
  const missing = byLightning
    ? "Please enter a Bitcoin or Lightning address."
    : "Please enter a Bitcoin address."
  return z.strictObject({
    address: z
      .string(missing)
      .check(
        z.maxLength(2048, { error: wrong, abort: true }),
        z.overwrite(bareAddress),
        z.minLength(1, { error: missing, abort: true }),
        z.regex(orLightning(ANY_SHAPE), { error: wrong, abort: true }),
        z.regex(
          orLightning(shape),
          `That address is for another network. One we can send to begins with ${begins}.`,
        ),
      ),
  })
}

/** `POST /api/orders/{id}/cancellation`: repeating it changes nothing. A Bitcoin address can be given later. Returns the order. */
export function cancelOrderOn(terms: RefundTerms) {
  return z.strictObject({ refundAddress: z.optional(refundAddressOn(terms).shape.address) })
}

const PIECES = "Choose how many you return."

/**
 * `POST /api/orders/{id}/withdrawal`: the model cancellation form of the Consumer Contracts Regulations 2013 (Schedule 3, part B).
 * One notice for each order; repeating it changes nothing. Returns the order.
 */
export const withdrawOrderSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.string().check(z.minLength(1), z.maxLength(100)),
        quantity: z.int(PIECES).check(z.minimum(1, PIECES), z.maximum(1_000_000, PIECES)),
      }),
    )
    .check(
      z.minLength(1, "Please choose what you return."),
      z.maxLength(500, "That is more than an order holds."),
    ),
  name: nameSchema,
  address: typedText(5, 500, "Please enter a valid address.", "Address must be at most 500 characters."),
})
export type WithdrawOrder = z.infer<typeof withdrawOrderSchema>
