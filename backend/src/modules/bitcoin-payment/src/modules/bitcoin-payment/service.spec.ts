import { expect, it } from "vitest"
import { descriptorChecksum } from "../../adapters/descriptor-checksum"
import { TEST_DESCRIPTOR } from "../../adapters/testing/test-descriptor"
import { bitcoinServiceAt } from "../../testing/bitcoin-service"

it("a shutdown waits for the poll in progress", async () => {
  const bitcoin = bitcoinServiceAt("postgres://127.0.0.1:1/unused", [
    { kind: "esplora", url: "http://127.0.0.1:1" },
  ])
  const order: string[] = []
  let endPoll = () => {}
  const poll = new Promise<void>((resolve) => (endPoll = resolve)).then(() => order.push("poll"))
  void bitcoin.service.finish(poll)
  const shutdown = bitcoin.service.__hooks.onApplicationPrepareShutdown().then(() => order.push("shutdown"))
  // Everything that does not wait for the poll runs first.
  await new Promise(setImmediate)
  endPoll()
  await shutdown
  expect(order).toEqual(["poll", "shutdown"])
  await bitcoin.stop()
})

it.each([
  ["wpkh", 12n],
  ["sh(wpkh", 22n],
  ["pkh", 22n],
])(
  "the smallest Bitcoin order follows the wallet's kind of address: %s at £40,000, %i pence",
  async (script, least) => {
    const key = /\((.*)\)/.exec(TEST_DESCRIPTOR)?.[1] ?? ""
    const body = `${script}(${key})${script.startsWith("sh") ? ")" : ""}`
    const bitcoin = bitcoinServiceAt(
      "postgres://127.0.0.1:1/unused",
      [{ kind: "esplora", url: "http://127.0.0.1:1" }],
      `${body}#${descriptorChecksum(body)}`,
    )
    expect(await bitcoin.service.quotes.leastPrice("GBP")).toBe(least)
    await bitcoin.stop()
  },
)
