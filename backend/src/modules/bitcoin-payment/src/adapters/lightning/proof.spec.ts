import { bech32 } from "@scure/base"
import { expect, it } from "vitest"
import { satoshis } from "../../domain/satoshis"
import { proofRejection } from "./proof"
import { paymentHashOf } from "./settlement"

const NOW = Date.parse("2026-11-27T05:00:00Z")
const preimage = "5a".repeat(32)

/** An invoice of BOLT 11 without a signature, which nothing here reads. */
function invoice(amount: string, { madeAt = NOW, hash = paymentHashOf(preimage), prefix = "lnbcrt" } = {}) {
  const seconds = Math.floor(madeAt / 1000)
  const time = Array.from({ length: 7 }, (_, index) => Math.floor(seconds / 32 ** (6 - index)) % 32)
  const payee = bech32.toWords(Buffer.from(hash, "hex"))
  const words = [...time, 1, Math.floor(payee.length / 32), payee.length % 32, ...payee]
  return bech32.encode(`${prefix}${amount}`, [...words, ...Array<number>(104).fill(0)], false)
}
const check = (bolt11: string, proof = preimage) =>
  proofRejection(
    { bolt11, preimage: proof, sats: satoshis(20_000n) },
    { network: "regtest", madeAfter: NOW - 3_600_000, now: NOW },
  )

it("a preimage proves that the invoice of its hash was paid, with that invoice's amount", () => {
  expect(check(invoice("200u"))).toBeNull()
  expect(check(invoice("200u"), "5b".repeat(32))).toBe("other_preimage")
  expect(check(invoice("201u"))).toBe("other_amount")
  expect(check(invoice("200001n"))).toBe("other_amount")
  expect(check(invoice(""))).toBe("other_amount")
})

it("an invoice of another network, of before the payment that is refunded, or of the future proves nothing", () => {
  for (const wrong of [
    ...["", "lnbcrt200u1", invoice("200u").slice(0, -1), invoice("200u", { prefix: "lnbc" })],
    invoice("200u", { madeAt: NOW - 2 * 3_600_000 }),
    invoice("200u", { madeAt: NOW + 3_600_000 }),
  ])
    expect(check(wrong), wrong).toBe("no_proof")
})
