import { describe, expect, it } from "vitest"
import { statusWarnings } from "./status-warnings"
import type { ShopStatus } from "./status"

const well: ShopStatus = {
  wallet: {
    network: "regtest",
    next_index: 30,
    poll_age: 2,
    polled_by: "shop (1)",
    last_failure: null,
    failing_for: null,
    source_failure: null,
    source_failing_for: null,
    tip_age: 600,
    tip_height: 500,
    gap_limit: null,
    is_rescan_requested: false,
  },
  states: { awaiting_payment: 3 },
  watched: 30,
  polls_requested: 0,
  messages_pending: 1,
  messages_failing: 0,
  mails_late: 0,
  payment_cases: 0,
  earlier_money: 0,
  outbox_cases: 0,
  gap: { now: 3, longest: 14, limit: 20 },
}
const tip = { height: 501, hash: "ab".repeat(32) }
const answers = [{ of: "http://node.test", tip, clockOffset: 0 }]

describe("a person is needed", () => {
  it("not while all is well", () => {
    expect(statusWarnings(well, answers)).toEqual([])
  })

  it.each([
    [
      "the source says nothing",
      well,
      [{ of: "http://node.test", failure: "Esplora is unavailable: no answer" }],
      "no answer",
    ],
    [
      "the source's clock is wrong",
      well,
      [{ of: "http://node.test", tip, clockOffset: -300_000 }],
      "The clock of http://node.test is 5 min behind",
    ],
    [
      "money is on an address from before its order",
      { ...well, earlier_money: 2 },
      answers,
      "find out whose it is",
    ],
    [
      "the chain was never polled",
      { ...well, wallet: { ...well.wallet, poll_age: null } },
      answers,
      "never been polled",
    ],
    [
      "the last poll is old",
      {
        ...well,
        wallet: { ...well.wallet, poll_age: 3600, last_failure: "Bitcoin Core is unavailable: 401" },
      },
      answers,
      "3600 seconds ago: is the shop running? It says: Bitcoin Core is unavailable: 401",
    ],
    [
      "a source fails",
      {
        ...well,
        wallet: {
          ...well.wallet,
          last_failure: "Bitcoin Core is unavailable: it has no connections",
          failing_for: 45,
        },
      },
      answers,
      "it has no connections, for 45 seconds. Expiry pauses",
    ],
    [
      "one of two sources fails",
      {
        ...well,
        wallet: {
          ...well.wallet,
          source_failure: "Bitcoin Core is unavailable: 401",
          source_failing_for: 90,
        },
      },
      answers,
      "401, for 90 seconds. The other source is polled; orders that need two wait and do not expire.",
    ],
    [
      "no block came for long",
      { ...well, wallet: { ...well.wallet, network: "mainnet" as const, tip_age: 91 * 60 } },
      answers,
      "The newest block is 91 minutes old",
    ],
    ["it lags", { ...well, wallet: { ...well.wallet, tip_height: 490 } }, answers, "11 blocks behind"],
    ["a message is stuck", { ...well, outbox_cases: 1 }, answers, "keeps failing"],
    ["a payment is odd", { ...well, payment_cases: 2 }, answers, "2 payments wait for a decision"],
    [
      "fifteen were not paid",
      { ...well, gap: { now: 15, longest: 15, limit: 20 } },
      answers,
      "15 addresses in a row",
    ],
    [
      "twenty were not paid",
      { ...well, gap: { now: 20, longest: 20, limit: 20 } },
      answers,
      "Set its gap limit to 40 or more, and say so on the page Payments",
    ],
    [
      "twenty were not paid, long ago",
      { ...well, gap: { now: 0, longest: 25, limit: 20 } },
      answers,
      "Set its gap limit to 45 or more, and say so on the page Payments",
    ],
  ])("when %s", (_what, status, says, sentence) => {
    const sentences = statusWarnings(status, says)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toContain(sentence)
  })

  it("not for fourteen unpaid addresses, nor for a block on its way", () => {
    expect(statusWarnings({ ...well, gap: { now: 14, longest: 14, limit: 20 } }, answers)).toEqual([])
    expect(statusWarnings({ ...well, wallet: { ...well.wallet, tip_height: 499 } }, answers)).toEqual([])
  })

  it("not for a thousand, where the wallet was told to poll that far", () => {
    expect(statusWarnings({ ...well, gap: { now: 1001, longest: 1001, limit: 1200 } }, answers)).toEqual([])
  })
})
