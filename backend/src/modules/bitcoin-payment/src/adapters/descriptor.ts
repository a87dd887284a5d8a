import { HDKey } from "@scure/bip32"
import { bip32Path, NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from "@scure/btc-signer"
import type { TransactionInput } from "@scure/btc-signer/psbt"
import { dustLimit } from "../domain/quote"
import type { Addresses } from "../ports/addresses"
import { descriptorChecksum } from "./descriptor-checksum"
import { holdsPrivateKey } from "./private-key"

/** `testnet` is the third one. */
export const NETWORKS = ["mainnet", "testnet", "testnet4", "signet", "regtest"] as const
export type Network = (typeof NETWORKS)[number]

/** Version bytes of extended *public* keys, and the networks they belong to (SLIP-132 variants included, read as plain keys). */
const PUBLIC_VERSIONS = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4, isMainnet: true },
  tpub: { public: 0x043587cf, private: 0x04358394, isMainnet: false },
} as const

const REGTEST_NETWORK = { ...TEST_NETWORK, bech32: "bcrt" }

type Pay = (
  key: Uint8Array,
  network: typeof NETWORK,
) => { address?: string; script: Uint8Array; redeemScript?: Uint8Array }

const SCRIPTS: ReadonlyMap<string, Pay> = new Map<string, Pay>([
  ["wpkh", (key, network) => p2wpkh(key, network)],
  ["sh(wpkh", (key, network) => p2sh(p2wpkh(key, network), network)],
  ["pkh", (key, network) => p2pkh(key, network)],
  // BIP86: one key and no script. Taproot's keys have no sign byte (BIP340).
  ["tr", (key, network) => p2tr(key.subarray(1), undefined, network)],
])

const SHAPE =
  /^(wpkh|sh\(wpkh|pkh|tr)\((?:\[([0-9a-f]{8})((?:\/\d+['h]?)*)\])?([a-zA-Z0-9]+)((?:\/\d+)*)\/\*(\)+)#[a-z0-9]{8}$/

export function addressesOn(network: Network): typeof NETWORK {
  return network === "mainnet" ? NETWORK : network === "regtest" ? REGTEST_NETWORK : TEST_NETWORK
}

export interface AddressBook extends Addresses {
  readonly network: Network
  /** Where the wallet's own change goes; null: its descriptor does not say. */
  readonly change: Pick<Addresses, "prepare" | "addressAt"> | null
  /** What a transaction of the wallet is prepared with; null: the wallet's kind is not supported, or its change is unknown. */
  readonly signing: SigningBook | null
}

/** An address of the wallet as BIP174 describes it to a signer. */
export interface OwnScript {
  readonly address: string
  readonly script: Uint8Array
  /** By which keys, and for taproot by BIP371. */
  readonly fields: Pick<
    TransactionInput,
    "redeemScript" | "bip32Derivation" | "tapInternalKey" | "tapBip32Derivation"
  >
}

export interface SigningBook {
  receive(index: number): OwnScript
  /** The wallet's own change: no order gets it. */
  change(index: number): OwnScript
}

/** Whether it is of a kind whose addresses the shop derives itself. */
export function isDerivedHere(descriptor: string): boolean {
  return SHAPE.test(descriptor.trim())
}

/** @throws Error with a sentence when a descriptor could spend, or was not copied as it is; it never repeats a key */
export function requireWatchOnly(descriptor: string): void {
  if (holdsPrivateKey(descriptor))
    throw new Error(
      "That is a private key. Only a watch-only (public) key may come here; move your coins, this one has been seen.",
    )
  const [body = "", checksum] = descriptor.split("#")
  if (checksum === undefined)
    throw new Error(
      `The descriptor has no checksum; with it the end would read #${descriptorChecksum(body)}. Compare it with your wallet's.`,
    )
  if (checksum !== descriptorChecksum(body))
    throw new Error("The descriptor's checksum does not match: a character is wrong.")
}

/**
 * Reads a watch-only output descriptor: `wpkh(…)`, `tr(…)`, `sh(wpkh(…))` or `pkh(…)` around one extended public key that ends in a
 * wildcard. @throws Error with a sentence that says what is wrong with it, and never the key itself
 */
export function readDescriptor(text: string, network: Network): AddressBook {
  const descriptor = text.trim()
  requireWatchOnly(descriptor)
  const match = SHAPE.exec(descriptor)
  if (!match)
    throw new Error(
      "Not a descriptor this shop can read by itself: expected something like wpkh([fingerprint/84h/0h/0h]xpub…/0/*)#checksum. Others, such as wsh(sortedmulti(…)), need a Bitcoin Core node as source.",
    )
  const [, script = "", fingerprint, origin = "", key = "", path = "", closing] = match
  if (closing !== (script === "sh(wpkh" ? "))" : ")"))
    throw new Error("The descriptor's brackets do not match.")

  const account = extendedKey(key, network)
  const addresses = addressesOn(network)
  const pay = SCRIPTS.get(script)
  // Without an origin the account is its own root, as Bitcoin Core writes it.
  const root = fingerprint === undefined ? account.fingerprint : Number.parseInt(fingerprint, 16)
  const branch = (steps: string) => {
    const parent = account.derive(`m${steps}`)
    const before = bip32Path(`m${fingerprint === undefined ? "" : origin}${steps}`.replaceAll("h", "'"))
    return (index: number): OwnScript => {
      const { publicKey } = parent.deriveChild(index)
      const paid = publicKey ? pay?.(publicKey, addresses) : undefined
      if (!publicKey || !paid?.address) throw new Error(`No address at index ${index}`)
      const { address, script: output, redeemScript } = paid
      const der = { fingerprint: root, path: [...before, index] }
      if (script !== "tr")
        return {
          ...{ address, script: output },
          fields: { bip32Derivation: [[publicKey, der]], ...(redeemScript && { redeemScript }) },
        }
      const tapInternalKey = publicKey.subarray(1)
      const tapBip32Derivation: OwnScript["fields"]["tapBip32Derivation"] = [
        [tapInternalKey, { hashes: [], der }],
      ]
      return { address, script: output, fields: { tapInternalKey, tapBip32Derivation } }
    }
  }
  const receive = branch(path)
  const addressAt = (index: number) => receive(index).address
  const prepare = () => Promise.resolve()
  // Only `/0/*` says where the change goes: to `/1/*`.
  const change = path.endsWith("/0") ? branch(path.replace(/0$/, "1")) : null
  return {
    network,
    dust: dustLimit(addressAt(0)),
    prepare,
    addressAt,
    change: change && { prepare, addressAt: (index) => change(index).address },
    // Before segwit a signer needs each whole earlier transaction.
    signing: change === null || script === "pkh" ? null : { receive, change },
  }
}

/** Where the wallet's own change goes: to `/1/*` beside `/0/*`. Null: the descriptor does not say. */
export function changeDescriptor(descriptor: string): string | null {
  const [body = ""] = descriptor.split("#")
  if (!body.includes("/0/*") || body.replaceAll("/0/*", "").includes("*")) return null
  const change = body.replaceAll("/0/*", "/1/*")
  return `${change}#${descriptorChecksum(change)}`
}

/** Wallets look this far beyond the last address that was used. */
const GAP = 20

/** The wallet's addresses that no order has: the next ones, and its change, if it is known, to a little beyond what was used. */
export async function addressesBeyond(
  wallet: AddressBook,
  nextIndex: number,
  nextChange: number,
): Promise<string[]> {
  const listed = async (of: Pick<Addresses, "prepare" | "addressAt">, from: number, end: number) => {
    const found: string[] = []
    for (let index = from; index < end; index += 1) {
      await of.prepare(index)
      found.push(of.addressAt(index))
    }
    return found
  }
  const next = await listed(wallet, nextIndex, nextIndex + GAP)
  return wallet.change === null ? next : [...next, ...(await listed(wallet.change, 0, nextChange + GAP))]
}

function extendedKey(text: string, network: Network): HDKey {
  const kind = text.slice(0, 4)
  if (kind !== "xpub" && kind !== "tpub")
    throw new Error(
      "The key in the descriptor must be an xpub or tpub; ypub and zpub belong outside descriptors.",
    )
  const versions = PUBLIC_VERSIONS[kind]
  if (versions.isMainnet !== (network === "mainnet"))
    throw new Error(
      `The key is for ${versions.isMainnet ? "mainnet" : "a test network"}, but the shop is set to ${network}.`,
    )
  try {
    return HDKey.fromExtendedKey(text, { public: versions.public, private: versions.private })
  } catch {
    // The library's message may repeat the key.
    throw new Error("The extended key does not read: a character is wrong or missing.")
  }
}
