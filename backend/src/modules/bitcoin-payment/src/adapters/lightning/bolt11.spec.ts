import { expect, it } from "vitest"
import { satoshis } from "../../domain/satoshis"
import { LightningUnavailable } from "../../ports/lightning-node"
import { invoiceOf, readBolt11 } from "./bolt11"

/** BOLT 11's examples: "a cup of coffee" for 2500 µBTC within a minute, and a donation of any amount. */
const COFFEE =
  "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"
const DONATION =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql"
const paymentHash = "0001020304050607080900010203040506070809000102030405060708090102"
const createdAt = 1_496_314_658

it("reads amount, hash and expiry of BOLT 11's examples", () => {
  expect(readBolt11(COFFEE)).toEqual({
    prefix: "bc",
    msat: 250_000_000n,
    paymentHash,
    createdAt: new Date(createdAt * 1000),
    expiresAt: new Date((createdAt + 60) * 1000),
  })
  expect(readBolt11(DONATION.toUpperCase())).toEqual({
    prefix: "bc",
    msat: null,
    paymentHash,
    createdAt: new Date(createdAt * 1000),
    expiresAt: new Date((createdAt + 3600) * 1000),
  })
})

it("reads nothing from a text that is no invoice", () => {
  for (const text of [
    "",
    "lnbc",
    COFFEE.replace("2500u", "2501u"),
    COFFEE.slice(0, -1),
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  ])
    expect(readBolt11(text)).toBeNull()
})

it("takes a node's invoice for the shop's network and amount only", () => {
  const sats = satoshis(250_000n)
  expect(invoiceOf("LND", "mainnet", { sats }, COFFEE.toUpperCase())).toMatchObject({
    paymentHash,
    bolt11: COFFEE,
  })
  expect(() => invoiceOf("LND", "regtest", { sats }, COFFEE)).toThrow(LightningUnavailable)
  expect(() => invoiceOf("LND", "mainnet", { sats: satoshis(250_001n) }, COFFEE)).toThrow("another amount")
  expect(() => invoiceOf("LND", "mainnet", { sats }, DONATION)).toThrow("another amount")
  expect(() => invoiceOf("LND", "mainnet", { sats }, "lnbc1")).toThrow("cannot be read")
})
