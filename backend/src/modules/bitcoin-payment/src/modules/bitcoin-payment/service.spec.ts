import { expect, it } from "vitest"
import { bitcoinServiceAt } from "./testing/bitcoin-service"

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
