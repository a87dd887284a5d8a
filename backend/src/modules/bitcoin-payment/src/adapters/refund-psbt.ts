import { base64, hex } from "@scure/base"
import { selectUTXO, Transaction } from "@scure/btc-signer"
import type { Coin, PreparedTransaction, RefundRequest, SignedReading } from "../domain/refund-batch"
import { satoshis } from "../domain/satoshis"
import { addressesOn, type Network, type OwnScript, type SigningBook } from "./descriptor"

/** The wallet may raise the fee of what it signed (BIP125). */
const REPLACEABLE = 0xfffffffd
/** A wallet keeps fields of its own in what it signs. */
const LENIENT = { allowUnknown: true, allowUnknownInputs: true, allowUnknownOutputs: true }

/** One unsigned transaction with every payout. Null: the coins are not enough for them and the fee. */
export function prepareRefunds(
  network: Network,
  book: SigningBook,
  { coins, payouts, feeRate, changeIndex }: RefundRequest,
): PreparedTransaction | null {
  const change = book.change(changeIndex)
  const chosen = selectUTXO(
    coins.map((coin) => inputOf(coin, book.receive(coin.index))),
    payouts.map(({ address, sats }) => ({ address, amount: sats })),
    "default",
    {
      feePerByte: BigInt(feeRate),
      changeAddress: change.address,
      network: addressesOn(network),
      createTx: false,
    },
  )
  if (chosen === undefined) return null
  const transaction = new Transaction()
  for (const input of chosen.inputs) transaction.addInput(input)
  let left = sumOf(chosen.inputs.map(({ witnessUtxo }) => witnessUtxo))
  for (const { amount, ...to } of chosen.outputs) {
    left -= amount
    if (!("address" in to)) continue
    const output = transaction.addOutputAddress(to.address, amount, addressesOn(network))
    if (to.address === change.address) transaction.updateOutput(output, change.fields)
  }
  const used = new Set(
    chosen.inputs.map(({ txid, index }) => `${hex.encode(txid ?? new Uint8Array())}:${index}`),
  )
  const back = chosen.outputs.find((output) => "address" in output && output.address === change.address)
  return {
    psbt: base64.encode(transaction.toPSBT()),
    coins: coins.filter(({ txid, vout }) => used.has(`${txid}:${vout}`)),
    fee: satoshis(left),
    change: satoshis(back?.amount ?? 0n),
  }
}

const sumOf = (outputs: readonly ({ readonly amount: bigint } | undefined)[]) =>
  outputs.reduce((sum, output) => sum + (output?.amount ?? 0n), 0n)

function inputOf({ txid, vout, amount }: Coin, { script, fields }: OwnScript) {
  return { txid, index: vout, sequence: REPLACEABLE, witnessUtxo: { script, amount }, ...fields }
}

/** Reads what a wallet signed: a PSBT in base64 or hex, or the transaction itself. It must be the one that was prepared. */
export function readSigned(text: string, psbt: string): SignedReading {
  let signed: Transaction
  try {
    signed = read(text.replaceAll(/\s/g, ""))
  } catch {
    return { ok: false, reason: "not_a_transaction" } // The library says by throwing that it is none.
  }
  if (meaningOf(signed) !== meaningOf(Transaction.fromPSBT(base64.decode(psbt))))
    return { ok: false, reason: "other_transaction" }
  try {
    if (!signed.isFinal) signed.finalize()
    return { ok: true, hex: signed.hex }
  } catch {
    return { ok: false, reason: "unsigned" } // Signatures are missing.
  }
}

const PSBT_MAGIC = "70736274ff"

function read(text: string): Transaction {
  const bytes = /^([0-9a-f]{2})+$/i.test(text) ? hex.decode(text.toLowerCase()) : base64.decode(text)
  return hex.encode(bytes).startsWith(PSBT_MAGIC)
    ? Transaction.fromPSBT(bytes, LENIENT)
    : Transaction.fromRaw(bytes, LENIENT)
}

/** Which coins it spends, and what it pays to whom; without the order of either. */
function meaningOf(transaction: Transaction): string {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { txid, index: vout } = transaction.getInput(index)
    return `${hex.encode(txid ?? new Uint8Array())}:${vout}`
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index)
    return `${hex.encode(script ?? new Uint8Array())}=${amount}`
  })
  return [...inputs.sort(), ...outputs.sort()].join()
}
