import { bech32 } from "@scure/base"
import { BIP353_SIGN, type DestinationReading } from "../domain/refund-destination"
import type { Network } from "./descriptor"
import { readOffer } from "./lightning/offer"
import { readAddress } from "./read-address"

interface Terms {
  readonly network: Network
  /** False: the merchant sends refunds on the chain only. */
  readonly byLightning: boolean
  readonly now: number
}

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
/** LUD-16 and BIP 353, without the names that letters of other alphabets can imitate. */
const NAME = new RegExp(
  `^${BIP353_SIGN}?([a-z0-9_.+-]{1,63})@((?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$`,
)
const MOST_DNS_LETTERS = 253
const BIP353_SUFFIX = ".user._bitcoin-payment."
/** An invoice of BOLT 11: for one payment, and over before staff can pay it. */
const INVOICE = /^ln(?:bcrt|bc|tbs|tb)\d*[munp]?1/

/**
 * Parses what a buyer typed, strictly, and returns its canonical spelling. It is never looked up: what the server of a Lightning
 * address or LNURL says is for the wallet that pays, and the shop calls no address that a stranger chooses.
 */
export function readDestination(text: string, { network, byLightning, now }: Terms): DestinationReading {
  const bare = text.trim().replace(/^lightning:/i, "")
  if (!byLightning) return readOnChain(bare, network)
  const small = bare.toLowerCase()
  const hasOneCase = bare === small || bare === bare.toUpperCase()
  if (small.includes("@")) return isName(small) ? { ok: true, destination: small } : none
  if (INVOICE.test(small)) return { ok: false, reason: "expires" }
  if (small.startsWith("lnurl1"))
    return hasOneCase && isPayableLnurl(small) ? { ok: true, destination: small } : none
  if (small.startsWith("lno1")) return hasOneCase ? readOffer(small, network, now) : none
  const address = readOnChain(bare, network)
  return !address.ok && address.reason === "no_address" ? none : address
}

const none = { ok: false, reason: "no_destination" } as const

function readOnChain(text: string, network: Network): DestinationReading {
  const read = readAddress(text, network)
  return read.ok ? { ok: true, destination: read.address } : read
}

function isName(text: string): boolean {
  const [, user = "", domain = ""] = NAME.exec(text) ?? []
  if (user === "" || /^[.+-]|[.+-]$|\.\./.test(user)) return false
  if (!text.startsWith(BIP353_SIGN)) return domain.length <= MOST_DNS_LETTERS
  return !user.includes("+") && user.length + BIP353_SUFFIX.length + domain.length <= MOST_DNS_LETTERS
}

/** LUD-01: a link in bech32, without its limit of 90 letters. Links to sign in or to withdraw (LUD-04, LUD-08) pay nothing. */
function isPayableLnurl(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text, false)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!bytes) return false
  const link = new TextDecoder().decode(bytes)
  const url = URL.canParse(link) ? new URL(link) : null
  if (url === null || url.username !== "" || url.password !== "") return false
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && url.hostname.endsWith(".onion"))
  return isSafe && (url.searchParams.get("tag") ?? "payRequest") === "payRequest"
}
