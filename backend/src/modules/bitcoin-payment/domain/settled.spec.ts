import { expect, it } from "vitest"
import type { Output } from "./invoice"
import { DEFAULT_POLICY } from "./policy"
import { satoshis } from "./satoshis"
import { settledSatoshis } from "./settled"

const output = (over: Partial<Output>): Output => ({
  txid: "a".repeat(64),
  vout: 0,
  amount: satoshis(1_000n),
  status: "confirmed",
  height: 500,
  seenAt: 0,
  ...over,
})
const settled = (pricePence: bigint, ...outputs: Output[]) =>
  settledSatoshis({ pricePence }, outputs, 500, DEFAULT_POLICY)

it("counts what lies deep enough for the price, and neither fresh, lost nor dust", () => {
  const fresh = output({ status: "mempool", height: null })
  const lost = output({ status: "gone", height: null })
  const dust = output({ amount: satoshis(293n) })
  const least = output({ amount: satoshis(294n) })
  expect(settled(99_99n, output({}), fresh, lost, dust, least)).toBe(1_294n)
  expect(settled(100_00n, output({}), output({ height: 499 }), output({ height: 498 }))).toBe(1_000n)
  expect(settled(99_99n)).toBe(0n)
})
