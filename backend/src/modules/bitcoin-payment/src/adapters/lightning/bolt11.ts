import { bech32 } from "@scure/base"
import { LightningNonsense, type InvoiceRequest, type LightningInvoice } from "../../ports/lightning-node"
import type { Network } from "../descriptor"

/** BOLT 11: the prefixes of the networks. Both testnets have one. */
const PREFIXES: Record<Network, string> = {
  mainnet: "bc",
  testnet: "tb",
  testnet4: "tb",
  signet: "tbs",
  regtest: "bcrt",
}
const PICOBITCOIN_PER_UNIT = { "": 10n ** 12n, m: 10n ** 9n, u: 10n ** 6n, n: 1000n, p: 1n }
const HUMAN_PART = /^ln(bcrt|bc|tbs|tb)(?:(\d+)([munp]?))?$/
const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
/** The letters `p` and `x` in bech32. */
const PAYMENT_HASH = 1
const EXPIRY = 6
const DEFAULT_EXPIRY = 3600n

export interface Bolt11 {
  readonly prefix: string
  /** Null: the payer chooses. */
  readonly msat: bigint | null
  readonly paymentHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const isOn = (network: Network, { prefix }: Bolt11): boolean => prefix === PREFIXES[network]

/** What an invoice says; its signature is not checked. Null: it is not readable. */
export function readBolt11(invoice: string): Bolt11 | null {
  const decoded = bech32.decodeUnsafe(invoice, false)
  const [, prefix, amount, unit = ""] = HUMAN_PART.exec(decoded?.prefix ?? "") ?? []
  if (!decoded || prefix === undefined) return null
  const { words } = decoded
  const fields = readFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS))
  const hash = fields.get(PAYMENT_HASH)
  if (hash?.length !== 52) return null
  const picobitcoin =
    isUnit(unit) && amount !== undefined ? BigInt(amount) * PICOBITCOIN_PER_UNIT[unit] : null
  const expiry = fields.get(EXPIRY)
  const createdAt = numberOf(words.slice(0, TIMESTAMP_WORDS))
  const seconds = createdAt + (expiry ? numberOf(expiry) : DEFAULT_EXPIRY)
  return {
    prefix,
    msat: picobitcoin === null ? null : picobitcoin / 10n,
    // 52 words hold 256 bits and four of padding.
    paymentHash: (numberOf(hash) >> 4n).toString(16).padStart(64, "0"),
    createdAt: new Date(Number(createdAt) * 1000),
    expiresAt: new Date(Number(seconds) * 1000),
  }
}

/** The invoice that a node made. @throws LightningNonsense when it is not the one that was asked for */
export function invoiceOf(
  node: string,
  network: Network,
  { sats }: Pick<InvoiceRequest, "sats">,
  bolt11: string,
): LightningInvoice {
  const read = readBolt11(bolt11)
  if (read === null) throw new LightningNonsense(node, "its invoice cannot be read")
  if (!isOn(network, read))
    throw new LightningNonsense(node, `its invoice is for another network than ${network}`)
  if (read.msat !== sats * 1000n) throw new LightningNonsense(node, "its invoice is for another amount")
  return { paymentHash: read.paymentHash, bolt11: bolt11.toLowerCase(), expiresAt: read.expiresAt }
}

/** The first of each kind decides. */
function readFields(words: readonly number[]): Map<number, readonly number[]> {
  const fields = new Map<number, readonly number[]>()
  for (let at = 0; at + 3 <= words.length;) {
    const [kind = 0, high = 0, low = 0] = words.slice(at, at + 3)
    const end = at + 3 + high * 32 + low
    if (!fields.has(kind)) fields.set(kind, words.slice(at + 3, end))
    at = end
  }
  return fields
}

function numberOf(words: readonly number[]): bigint {
  return words.reduce((sum, word) => sum * 32n + BigInt(word), 0n)
}

function isUnit(unit: string): unit is keyof typeof PICOBITCOIN_PER_UNIT {
  return unit in PICOBITCOIN_PER_UNIT
}
