import { createBitcoinjsLib, ecc, networks, Output, Psbt, signers } from "@bitcoinerlab/descriptors"

const { BIP32 } = createBitcoinjsLib(ecc)
const NETWORKS = { mainnet: networks.bitcoin, regtest: networks.regtest }

/** The address of any descriptor by libraries that share no code with ours (bitcoinjs). */
export function addressByAnotherAuthor(
  descriptor: string,
  index: number,
  network: keyof typeof NETWORKS = "regtest",
): string {
  return new Output({ descriptor, index, network: NETWORKS[network] }).getAddress()
}

/** Signs as a wallet of these libraries. @param key the extended private key @returns the signed PSBT, and the transaction's id and bytes. @throws Error on a bad signature */
export function signedByAnotherAuthor(psbt: string, key: string) {
  const transaction = Psbt.fromBase64(psbt, { network: networks.regtest })
  signers.signBIP32({ psbt: transaction, masterNode: BIP32.fromBase58(key, networks.regtest) })
  const isRight = (signer: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
    signer.length === 32 ? ecc.verifySchnorr(hash, signer, signature) : ecc.verify(hash, signer, signature)
  if (!transaction.validateSignaturesOfAllInputs(isRight)) throw new Error("A signature is wrong.")
  const signed = transaction.toBase64()
  const final = transaction.finalizeAllInputs().extractTransaction()
  return { psbt: signed, id: final.getId(), hex: final.toHex() }
}
