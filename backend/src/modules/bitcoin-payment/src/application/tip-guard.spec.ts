import { expect, it } from "vitest"
import { ChainUnavailable } from "../ports/chain-source"
import { TipGuard } from "./tip-guard"

const MINUTE = 60_000
const at = (height: number) => ({ height, hash: `block ${height}` })

it("trusts a tip that rises, stays or is replaced at the same height", () => {
  const guard = new TipGuard({ name: "a source" })
  for (const height of [100, 101, 150])
    expect(() => {
      guard.check(at(height), at(100), 0)
    }).not.toThrow()
})

it("rejects a tip that fell, until it passes the old one", () => {
  const guard = new TipGuard({ name: "a source" })
  const check = (height: number, now: number) => () => {
    guard.check(at(height), at(100), now)
  }
  expect(check(97, 0)).toThrow(ChainUnavailable)
  expect(check(99, MINUTE)).toThrow("fell from 100 to 99")
  expect(check(101, 2 * MINUTE)).not.toThrow()
  // A later fall begins again.
  expect(check(97, 30 * MINUTE)).toThrow(ChainUnavailable)
})

it("accepts a fall by one block that a second poll confirms, and a deeper one after ten minutes", () => {
  const one = new TipGuard({ name: "a source" })
  expect(() => {
    one.check(at(99), at(100), 0)
  }).toThrow(ChainUnavailable)
  expect(() => {
    one.check(at(99), at(100), 31_000)
  }).not.toThrow()
  const deep = new TipGuard({ name: "a source" })
  const check = (now: number) => () => {
    deep.check(at(90), at(100), now)
  }
  expect(check(0)).toThrow(ChainUnavailable)
  expect(check(9 * MINUTE)).toThrow(ChainUnavailable)
  expect(check(10 * MINUTE)).not.toThrow()
})
