/**
 * Transactions in the JSON format of Blockstream's Esplora (electrs, src/rest.rs), with the same optional fields.
 */
import {
  type CoinView,
  type Entry,
  type Input,
  type Output,
  reverseHash,
  type Script,
  type Tx,
} from "./bcoin.js"

export type Status =
  { confirmed: true; block_height: number; block_hash: string; block_time: number } | { confirmed: false }

export const UNCONFIRMED: Status = { confirmed: false }

export function confirmedIn(entry: Entry): Status {
  return { confirmed: true, block_height: entry.height, block_hash: entry.rhash(), block_time: entry.time }
}

export function transactionJson(tx: Tx, view: CoinView, status: Status) {
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map((input) => inputJson(input, tx.isCoinbase() ? null : view.getOutputFor(input))),
    vout: tx.outputs.map(outputJson),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: tx.isCoinbase() ? 0 : tx.getFee(view),
    status,
  }
}

function inputJson(input: Input, prevout: Output | null) {
  const witness = input.witness.items.map((item) => item.toString("hex"))
  return {
    txid: reverseHash(input.prevout.hash),
    vout: input.prevout.index,
    prevout: prevout === null ? null : outputJson(prevout),
    scriptsig: input.script.toRaw().toString("hex"),
    ...(witness.length > 0 && { witness }),
    is_coinbase: /^0+$/.test(input.prevout.hash),
    sequence: input.sequence,
  }
}

function outputJson(output: Output) {
  const { script } = output
  const address = script.getAddress()?.toString("regtest")
  return {
    scriptpubkey: script.toRaw().toString("hex"),
    scriptpubkey_type: typeOf(script),
    ...(address !== undefined && hasAddress(script) && { scriptpubkey_address: address }),
    value: output.value,
  }
}

const types: readonly [name: string, is: (script: Script) => boolean][] = [
  ["empty", (script) => script.toRaw().length === 0],
  ["op_return", (script) => script.toRaw()[0] === 0x6a],
  ["p2pk", (script) => script.isPubkey()],
  ["p2pkh", (script) => script.isPubkeyhash()],
  ["p2sh", (script) => script.isScripthash()],
  ["v0_p2wpkh", (script) => script.isWitnessPubkeyhash()],
  ["v0_p2wsh", (script) => script.isWitnessScripthash()],
  ["v1_p2tr", (script) => script.toRaw().length === 34 && script.toRaw()[0] === 0x51],
]

function typeOf(script: Script): string {
  return types.find(([, is]) => is(script))?.[0] ?? "unknown"
}

/** bcoin also derives an address for a bare public key or multisig; Esplora does not. */
function hasAddress(script: Script): boolean {
  return ["p2pkh", "p2sh", "v0_p2wpkh", "v0_p2wsh"].includes(typeOf(script))
}
