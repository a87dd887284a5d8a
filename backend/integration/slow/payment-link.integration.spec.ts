import fc from "fast-check"
import { expect, it } from "vitest"
import { z } from "zod"
import { paymentUri } from "../../src/modules/bitcoin-payment/src/domain/payment-uri"
import { satoshis } from "../../src/modules/bitcoin-payment/src/domain/satoshis"
import { hasElectrum, runInElectrum, WITHOUT_ELECTRUM } from "../harness/electrum"

/** Reads a JSON list of links. Electrum refuses a link whose address is not of its network. */
const READ_LINKS = `
import json, sys
from electrum import constants, util
constants.set_regtest()
print(json.dumps([util.parse_URI(uri) for uri in json.load(sys.stdin)]))
`

const ADDRESSES = [
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6",
  "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
  "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
]

if (hasElectrum)
  it("Electrum reads address, amount and shop from every link that opens a wallet", () => {
    const payments = fc.sample(
      fc.record({
        address: fc.constantFrom(...ADDRESSES),
        amount: fc.bigInt({ min: 294n, max: 21n * 10n ** 14n }).map(satoshis),
        label: fc.string({ unit: "grapheme", minLength: 1 }).filter((label) => label.trim() !== ""),
      }),
      500,
    )
    const links = payments.map(({ address, amount, label }) => paymentUri(address, amount, label))
    const schema = z.array(z.object({ address: z.string(), amount: z.int(), label: z.string() }))
    const read = runInElectrum(schema, READ_LINKS, links)
    expect(read.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }))).toEqual(payments)
  })
else
  it("finds no Electrum: what it reads from a payment link was NOT tested", ({ skip }) =>
    skip(WITHOUT_ELECTRUM))
