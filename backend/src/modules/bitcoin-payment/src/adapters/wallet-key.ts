import { createHash } from "node:crypto"
import { createBase58check } from "@scure/base"
import { readDescriptor, type Network } from "./descriptor"
import { descriptorChecksum } from "./descriptor-checksum"
import { holdsPrivateKey } from "./private-key"

export const SCRIPTS = ["wpkh", "tr", "sh-wpkh", "pkh"] as const
export type Script = (typeof SCRIPTS)[number]

export type WalletReading =
  | {
      readonly ok: true
      readonly descriptor: string
      readonly script: Script
      readonly network: Network
      readonly addresses: readonly string[]
    }
  | { readonly ok: false; readonly sentence: string }

interface Kind {
  readonly isMainnet: boolean
  /** Null: the key does not say (BIP44, 49 and 84 all used it). */
  readonly script: Script | null
}

/** Extended public keys by their first letters (SLIP-132); `x` and `t` are BIP32's own. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["xpub", { isMainnet: true, script: null }],
  ["ypub", { isMainnet: true, script: "sh-wpkh" }],
  ["zpub", { isMainnet: true, script: "wpkh" }],
  ["tpub", { isMainnet: false, script: null }],
  ["upub", { isMainnet: false, script: "sh-wpkh" }],
  ["vpub", { isMainnet: false, script: "wpkh" }],
])

const XPUB = 0x0488b21e
const TPUB = 0x043587cf
const base58check = createBase58check((bytes) => createHash("sha256").update(bytes).digest())

/**
 * Reads what an operator's wallet exports: a descriptor with its checksum, or one extended public key. What was given is never
 * repeated, unless it was a public key that reads. `asked`, if undefined: the key must tell.
 */
export function readWallet(text: string, asked: { script?: Script; network?: Network }): WalletReading {
  if (holdsPrivateKey(text))
    return refuse(
      "That can spend coins: a private key or a recovery phrase. It was not used, but it is now in this terminal's history: move the coins to a new wallet, and come back with its public key (xpub, zpub, …).",
    )
  const given = text.trim()
  try {
    return given.includes("(") ? fromDescriptor(given, asked) : fromKey(given, asked)
  } catch (error) {
    if (error instanceof Error) return refuse(error.message)
    throw error
  }
}

function fromDescriptor(descriptor: string, asked: { script?: Script; network?: Network }): WalletReading {
  if (descriptor.includes("<0;1>")) return fromDescriptor(receiveBranch(descriptor), asked)
  const network = networkOf(!/\btpub/.test(descriptor), asked.network)
  const outer = descriptor.split("(")[0]
  const script = outer === "sh" ? "sh-wpkh" : (SCRIPTS.find((each) => each === outer) ?? "wpkh")
  if (asked.script !== undefined && asked.script !== script)
    return refuse(`The descriptor says ${script}, but you asked for ${asked.script}.`)
  return reading(descriptor, script, network)
}

/** BIP389 writes receive and change in one line, `<0;1>`; a shop gives out the first. @throws Error on a bad or no checksum */
function receiveBranch(descriptor: string): string {
  const [body = "", checksum] = descriptor.split("#")
  if (checksum === undefined)
    throw new Error("The descriptor has no checksum: copy it whole, with what follows the #.")
  if (checksum !== descriptorChecksum(body))
    throw new Error("The descriptor's checksum does not match: a character is wrong.")
  const receiving = body.replace("<0;1>", "0")
  return `${receiving}#${descriptorChecksum(receiving)}`
}

const NETWORK_MISSING =
  "This is a key of a test network: say which, --network testnet, testnet4, signet or regtest."
const SCRIPT_MISSING =
  "This key does not say which addresses it makes: add --script wpkh (BIP84, bc1q… or tb1q…), --script tr (BIP86, bc1p… or tb1p…), --script sh-wpkh (BIP49, 3… or 2…) or --script pkh (BIP44, 1… or m…), as your wallet shows them."

function fromKey(key: string, asked: { script?: Script; network?: Network }): WalletReading {
  const kind = KINDS.get(key.slice(0, 4))
  if (kind === undefined)
    return refuse(
      "That is neither an extended public key of a one-signature wallet (xpub, ypub, zpub, tpub, upub, vpub) nor a descriptor.",
    )
  const script = kind.script ?? asked.script
  if (script === undefined) {
    const isNetworkMissing = !kind.isMainnet && asked.network === undefined
    return refuse(isNetworkMissing ? `${NETWORK_MISSING} ${SCRIPT_MISSING}` : SCRIPT_MISSING)
  }
  const network = networkOf(kind.isMainnet, asked.network)
  if (asked.script !== undefined && asked.script !== script)
    return refuse(`A ${key.slice(0, 4)} means ${script}, but you asked for ${asked.script}.`)
  const plain = plainKey(key, kind.isMainnet ? XPUB : TPUB)
  const body = script === "sh-wpkh" ? `sh(wpkh(${plain}/0/*))` : `${script}(${plain}/0/*)`
  return reading(`${body}#${descriptorChecksum(body)}`, script, network)
}

function reading(descriptor: string, script: Script, network: Network): WalletReading {
  const book = readDescriptor(descriptor, network)
  const addresses = Array.from({ length: 10 }, (_, index) => book.addressAt(index))
  return { ok: true, descriptor, script, network, addresses }
}

/** @throws Error with a sentence when the key belongs elsewhere, or does not say which test network it is for */
function networkOf(isMainnet: boolean, asked: Network | undefined): Network {
  if (asked !== undefined && (asked === "mainnet") !== isMainnet)
    throw new Error(
      `The key is for ${isMainnet ? "mainnet" : "a test network"}, but the network is ${asked}.`,
    )
  if (asked !== undefined) return asked
  if (isMainnet) return "mainnet"
  throw new Error(NETWORK_MISSING)
}

/** The same key with BIP32's own version bytes, as descriptors want it. */
function plainKey(key: string, version: number): string {
  const bytes = decoded(key)
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, version)
  return base58check.encode(bytes)
}

function decoded(key: string): Uint8Array {
  try {
    return Uint8Array.from(base58check.decode(key))
  } catch {
    // The library's message may repeat the key.
    throw new Error("The extended key does not read: a character is wrong or missing.")
  }
}

function refuse(sentence: string): WalletReading {
  return { ok: false, sentence }
}
