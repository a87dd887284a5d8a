import { expect, it } from "vitest"
import { isAddressAwaited } from "./refund-question"
import type { StaffAction } from "./staff-actions"

const waits = (...actions: StaffAction[]) => isAddressAwaited(actions, 500n)

it("waits for an address once staff have asked, and while money can go back", () => {
  expect(waits()).toBe(false)
  expect(waits("request_poll")).toBe(false)
  expect(waits("request_poll", "ask_refund_address")).toBe(true)
  expect(waits("ask_refund_address", "request_poll", "renew_quote")).toBe(true)
  expect(isAddressAwaited(["ask_refund_address"], 0n)).toBe(false)
})

it("waits no longer once the money went back or stays", () => {
  expect(waits("ask_refund_address", "record_refund")).toBe(false)
  expect(waits("ask_refund_address", "accept")).toBe(false)
  expect(waits("ask_refund_address", "settle_by_hand")).toBe(false)
  expect(waits("ask_refund_address", "keep_surplus")).toBe(false)
})

it("waits for what is left after a part went back, if staff ask then", () => {
  expect(waits("record_refund", "ask_refund_address")).toBe(true)
})
