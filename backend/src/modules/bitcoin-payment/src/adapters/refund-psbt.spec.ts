import { base64, hex } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { p2sh, p2tr, p2wpkh, Transaction, utils } from "@scure/btc-signer"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { paidBy, type Coin } from "../domain/refund-batch"
import { dustLimit } from "../domain/quote"
import { satoshis } from "../domain/satoshis"
import { addressesOn, readDescriptor, type SigningBook } from "./descriptor"
import { descriptorChecksum } from "./descriptor-checksum"
import { prepareRefunds, readSigned } from "./refund-psbt"
import { signedByAnotherAuthor } from "./testing/another-author"
import { signWith } from "./testing/test-signer"

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), { public: 0x043587cf, private: 0x04358394 })
const origin = root.fingerprint.toString(16).padStart(8, "0")

/** A wallet of the merchant's, and what the shop knows of it. */
const PURPOSES = { wpkh: 84, "sh-wpkh": 49, tr: 86 }

function walletOf(script: keyof typeof PURPOSES): { book: SigningBook; account: string } {
  const purpose = PURPOSES[script]
  const account = `m/${purpose}'/1'/0'`
  const key = `[${origin}/${purpose}h/1h/0h]${root.derive(account).publicExtendedKey}/0/*`
  const body = script === "sh-wpkh" ? `sh(wpkh(${key}))` : `${script}(${key})`
  const { signing } = readDescriptor(`${body}#${descriptorChecksum(body)}`, "regtest")
  if (signing === null) throw new Error("nothing to sign with")
  return { book: signing, account }
}

const BUYERS = [
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6",
  "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
  "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
]

const coins = fc
  .array(fc.tuple(fc.bigInt({ min: 600n, max: 3_000_000n }), fc.nat(900), fc.nat(5)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) =>
    all.map(([amount, index, vout], position): Coin => ({
      txid: (position + 1).toString(16).padStart(64, "0"),
      vout,
      amount: satoshis(amount),
      index,
    })),
  )
const payouts = fc.array(
  fc
    .tuple(fc.constantFrom(...BUYERS), fc.bigInt({ min: 0n, max: 900_000n }))
    .map(([address, sats]) => ({ address, sats: satoshis(sats + dustLimit(address)) })),
  { minLength: 1, maxLength: 8 },
)

const psbtOf = (text: string) => Transaction.fromPSBT(base64.decode(text))
const outputsOf = (transaction: Transaction) =>
  Array.from({ length: transaction.outputsLength }, (_, index) => ({
    address: transaction.getOutputAddress(index, addressesOn("regtest")) ?? null,
    amount: satoshis(transaction.getOutput(index).amount ?? 0n),
  }))

describe.each(["wpkh", "sh-wpkh", "tr"] as const)(
  "one transaction for several refunds, from a wallet of %s",
  (script) => {
    const { book, account } = walletOf(script)

    it("pays every refund once, loses no satoshi, and leaves no dust; or the coins are too few", () => {
      let prepared = 0
      fc.assert(
        fc.property(
          coins,
          payouts,
          fc.integer({ min: 1, max: 60 }),
          fc.nat(40),
          (own, due, feeRate, changeIndex) => {
            const found = prepareRefunds("regtest", book, { coins: own, payouts: due, feeRate, changeIndex })
            const wanted = due.reduce((sum, { sats }) => sum + sats, 0n)
            const all = own.reduce((sum, { amount }) => sum + amount, 0n)
            if (found === null) {
              const mostOfEach = BigInt(feeRate) * 148n
              expect(all - BigInt(own.length) * mostOfEach).toBeLessThan(
                wanted + BigInt(feeRate * (60 + 43 * due.length)),
              )
              return
            }
            prepared += 1
            const transaction = psbtOf(found.psbt)
            const outputs = outputsOf(transaction)
            const used = found.coins.reduce((sum, { amount }) => sum + amount, 0n)
            const change = outputs.filter(({ address }) => address === book.change(changeIndex).address)
            expect(found.coins).toHaveLength(transaction.inputsLength)
            expect(paidBy(due, outputs)).toEqual(due)
            expect(outputs).toHaveLength(due.length + change.length)
            expect(used).toBe(wanted + found.change + found.fee)
            expect(change.map(({ amount }) => amount)).toEqual(found.change === 0n ? [] : [found.change])
            expect(found.change === 0n || found.change > 546n).toBe(true)

            const signed = signWith(root, found.psbt)
            signed.finalize()
            // What is too little for an output of change is the only thing that the miners get beyond the rate.
            const atRate = BigInt(feeRate * signed.vsize)
            expect(found.fee).toBeGreaterThanOrEqual(atRate)
            expect(found.fee - atRate).toBeLessThanOrEqual(546n + BigInt(feeRate * (43 + 3 * own.length)))
          },
        ),
        { numRuns: 60 },
      )
      expect(prepared).toBeGreaterThan(10)
    })

    it("tells a signer whose key it needs, for each coin and for the change", () => {
      const coin = { txid: "ab".repeat(32), vout: 1, amount: satoshis(100_000n), index: 7 }
      const due = [{ address: BUYERS[0] ?? "", sats: satoshis(20_000n) }]
      const found = prepareRefunds("regtest", book, {
        coins: [coin],
        payouts: due,
        feeRate: 3,
        changeIndex: 2,
      })
      const transaction = psbtOf(found?.psbt ?? "")
      const input = transaction.getInput(0)
      const key = root.derive(`${account}/0/7`).publicKey ?? new Uint8Array()
      const keyOfTaproot = key.subarray(1)
      const paid = { wpkh: p2wpkh(key), "sh-wpkh": p2sh(p2wpkh(key)), tr: p2tr(keyOfTaproot) }[script]
      expect(hex.encode(input.witnessUtxo?.script ?? new Uint8Array())).toBe(hex.encode(paid.script))
      const path = (steps: number[]) => [0x80000000 + PURPOSES[script], 0x80000001, 0x80000000, ...steps]
      const named = { fingerprint: root.fingerprint, path: path([0, 7]) }
      if (script === "tr") {
        expect(input.tapInternalKey).toEqual(keyOfTaproot)
        expect(input.tapBip32Derivation).toEqual([[keyOfTaproot, { hashes: [], der: named }]])
      } else expect(input.bip32Derivation).toEqual([[key, named]])
      const changes: { path: number[] }[] = [0, 1].flatMap((index) => {
        const { bip32Derivation = [], tapBip32Derivation = [] } = transaction.getOutput(index)
        const ofTaproot = tapBip32Derivation.map(([, { der }]): { path: number[] } => der)
        return [...bip32Derivation.map(([, der]) => der), ...ofTaproot]
      })
      expect(changes.map(({ path: steps }) => steps)).toEqual([path([1, 2])])
    })

    it("is signed by a wallet of another author, whose PSBT and transaction the shop takes", () => {
      const own = [5, 6].map((index): Coin => ({
        txid: `${index}`.repeat(64),
        ...{ vout: index, amount: satoshis(60_000n), index },
      }))
      const due = BUYERS.map((address) => ({ address, sats: satoshis(20_000n) }))
      const request = { coins: own, payouts: due, feeRate: 4, changeIndex: 1 }
      const psbt = prepareRefunds("regtest", book, request)?.psbt ?? ""
      const theirs = signedByAnotherAuthor(psbt, root.privateExtendedKey)
      const ours = signWith(root, psbt)
      ours.finalize()
      expect(theirs.id).toBe(ours.id)
      for (const text of [theirs.psbt, theirs.hex])
        expect(readSigned(text, psbt)).toEqual({ ok: true, hex: theirs.hex })
    })

    it("takes the signed transaction alone, as a PSBT or as itself, and no other", () => {
      const coin = { txid: "cd".repeat(32), vout: 0, amount: satoshis(100_000n), index: 3 }
      const request = { coins: [coin], feeRate: 2, changeIndex: 0 }
      const ofBuyer = (sats: bigint) => [{ address: BUYERS[1] ?? "", sats: satoshis(sats) }]
      const psbt = prepareRefunds("regtest", book, { ...request, payouts: ofBuyer(30_000n) })?.psbt ?? ""
      const other = prepareRefunds("regtest", book, { ...request, payouts: ofBuyer(30_001n) })?.psbt ?? ""
      const sign = (text: string) => signWith(root, text)
      const signed = sign(psbt)
      const half = base64.encode(signed.toPSBT())
      signed.finalize()
      for (const text of [half, base64.encode(signed.toPSBT()), signed.hex, `${signed.hex.toUpperCase()}\n`])
        expect(readSigned(text, psbt)).toEqual({ ok: true, hex: signed.hex })
      expect(readSigned(psbt, psbt)).toEqual({ ok: false, reason: "unsigned" })
      expect(readSigned(base64.encode(sign(other).toPSBT()), psbt)).toEqual({
        ok: false,
        reason: "other_transaction",
      })
      for (const text of ["", "hello", hex.encode(utils.randomPrivateKeyBytes())])
        expect(readSigned(text, psbt)).toEqual({ ok: false, reason: "not_a_transaction" })
    })
  },
)

it("a buyer's output is counted for one refund only", () => {
  const due = { address: BUYERS[0] ?? "", sats: satoshis(5_000n) }
  const output = { address: due.address, amount: due.sats }
  expect(paidBy([due, { ...due }], [output])).toHaveLength(1)
  expect(paidBy([due, { ...due }], [output, { ...output }])).toHaveLength(2)
  expect(paidBy([due], [{ ...output, amount: satoshis(4_999n) }])).toEqual([])
})
