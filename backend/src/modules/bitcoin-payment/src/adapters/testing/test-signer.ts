import { pbkdf2Sync } from "node:crypto"
import { base64 } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { Transaction } from "@scure/btc-signer"
import { addressesOn, readDescriptor } from "../descriptor"
import { descriptorChecksum } from "../descriptor-checksum"

const MNEMONIC = `${"abandon ".repeat(11)}about`
const VERSIONS = { public: 0x043587cf, private: 0x04358394 }

/** Signs each coin with the key that the PSBT names, as a wallet does. @throws Error when it names another wallet's */
export function signWith(root: HDKey, psbt: string): Transaction {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { bip32Derivation, tapBip32Derivation } = transaction.getInput(index)
    const named: { fingerprint: number; path: number[] } | undefined =
      bip32Derivation?.[0]?.[1] ?? tapBip32Derivation?.[0]?.[1].der
    if (named?.fingerprint !== root.fingerprint) throw new Error("That is another wallet's coin.")
    const key = named.path.reduce((parent, step) => parent.deriveChild(step), root)
    transaction.signIdx(key.privateKey ?? new Uint8Array(), index)
  }
  return transaction
}

const root = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, "mnemonic", 2048, 64, "sha512"), VERSIONS)
const fingerprint = root.fingerprint.toString(16).padStart(8, "0")
const body = `wpkh([${fingerprint}/84h/1h/0h]${root.derive("m/84'/1'/0'").publicExtendedKey}/0/*)`

/** The watch-only side of the wallet that `signedByOwner` signs with. */
export const OWNERS_DESCRIPTOR = `${body}#${descriptorChecksum(body)}`

/** The account's private key in the form in which a wallet program restores it: `vprv` (SLIP-132). */
export function ownersAccount(): string {
  const { privateKey, chainCode } = root.derive("m/84'/1'/0'")
  return new HDKey({
    versions: { private: 0x045f18bc, public: 0x045f1cf6 },
    ...{ privateKey: privateKey ?? new Uint8Array(), chainCode: chainCode ?? new Uint8Array() },
  }).privateExtendedKey
}

export function signedByOwner(psbt: string): string {
  return base64.encode(signWith(root, psbt).toPSBT())
}

/** What the owner's wallet sends; with `payouts`, after the owner has changed there whom it pays. */
export function sentByOwner(
  psbt: string,
  payouts: readonly { address: string; sats: bigint }[] | null = null,
): string {
  const prepared = Transaction.fromPSBT(base64.decode(psbt))
  const changed = new Transaction()
  for (let index = 0; index < prepared.inputsLength; index++) changed.addInput(prepared.getInput(index))
  for (const { address, sats } of payouts ?? [])
    changed.addOutputAddress(address, sats, addressesOn("regtest"))
  const signed = signWith(root, payouts === null ? psbt : base64.encode(changed.toPSBT()))
  signed.finalize()
  return signed.hex
}

const book = readDescriptor(OWNERS_DESCRIPTOR, "regtest").signing

export const ownersChange = (index: number): string => book?.change(index).address ?? ""

/** Spends all of these coins of orders; what the payouts leave is the fee. */
export function sweptByOwner(
  coins: readonly { txid: string; vout: number; sats: string; index: number }[],
  payouts: readonly { address: string; sats: bigint }[],
): string {
  const swept = new Transaction()
  for (const { txid, vout, sats, index } of coins) {
    const own = book?.receive(index)
    if (own !== undefined)
      swept.addInput({
        ...{ txid, index: vout, ...own.fields },
        witnessUtxo: { script: own.script, amount: BigInt(sats) },
      })
  }
  return sentByOwner(base64.encode(swept.toPSBT()), payouts)
}
