import { expect, it } from "vitest"
import { DEFAULT_POLICY } from "../domain/policy"
import { satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"
import { paymentView } from "./payment-view"

const invoice: StoredInvoice = {
  ...{
    id: "btcinv_1",
    orderId: "order_1",
    sessionId: "payses_1",
    renewal: 0,
    walletId: "btcwal_1",
    addressIndex: 0,
  },
  address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  ...{
    due: satoshis(62_500n),
    tolerance: satoshis(125n),
    priceMinor: 25_00n,
    rate: "40000",
    currency: "GBP",
  },
  ...{ rateSource: "fixed", rateAt: 0, requiredSources: 1, requiredConfirmations: 1, dispute: null },
  ...{
    createdAt: 0,
    expiresAt: 1,
    firstBlockBy: 2,
    openedAtHeight: null,
    lastPollAt: 0,
    isPollRequested: false,
  },
  ...{ state: "underpaid", version: 1, received: satoshis(0n), settled: satoshis(0n), confirmations: 0 },
  ...{ closed: null, captured: false, capturedAt: null, accepted: null, returned: null },
  ...{ surplusMinor: 0n, decidedSurplusMinor: 0n, explained: satoshis(0n) },
}
const remaining = (missing: bigint, address = invoice.address) =>
  paymentView({ ...invoice, address, received: satoshis(62_500n - missing) }, DEFAULT_POLICY, "Shop", null, 0)
    .remainingSats

it("asks for what is missing, and for nothing within the tolerance", () => {
  expect(remaining(62_500n)).toBe("62500")
  expect(remaining(1_000n)).toBe("1000")
  expect(remaining(125n)).toBe("0")
  expect(remaining(0n)).toBe("0")
})

it("asks for no less than nodes relay to the address", () => {
  expect(remaining(126n)).toBe("294")
  expect(remaining(400n)).toBe("400")
  expect(remaining(400n, "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc")).toBe("540")
  expect(remaining(400n, "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn")).toBe("546")
})

it("names as a surplus what is final, worth a penny, and not refunded or kept", () => {
  const surplus = (settled: bigint, decidedSurplusMinor = 0n) => {
    const paid = { ...invoice, received: satoshis(65_000n), settled: satoshis(settled), decidedSurplusMinor }
    return paymentView(paid, DEFAULT_POLICY, "Shop", null, 0).surplusSats
  }
  expect(surplus(65_000n)).toBe("2500")
  expect(surplus(62_500n), "the rest has too few confirmations").toBe("0")
  expect(surplus(62_520n), "less than a penny").toBe("0")
  expect(surplus(65_000n, 60n), "most of it was refunded").toBe("1000")
  expect(surplus(65_000n, 100n)).toBe("0")
})
