import { expect, it } from "vitest"
import { readAddress } from "./read-address"

const MAINNET = {
  pkh: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  sh: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  wpkh: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  wsh: "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
  tr: "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
}
const REGTEST = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

it.each(Object.entries(MAINNET))("takes an address of the kind %s", (_kind, address) => {
  expect(readAddress(address, "mainnet")).toEqual({ ok: true, address })
})

it("reads the capitals of a QR code as the same address", () => {
  expect(readAddress(MAINNET.wpkh.toUpperCase(), "mainnet")).toEqual({ ok: true, address: MAINNET.wpkh })
})

it.each(Object.entries(MAINNET))("refuses any one changed character of the kind %s", (_kind, address) => {
  for (let place = 4; place < address.length; place++) {
    const other = address.charAt(place) === "q" ? "p" : "q"
    const wrong = address.slice(0, place) + other + address.slice(place + 1)
    expect(readAddress(wrong, "mainnet"), wrong).toEqual({ ok: false, reason: "no_address" })
  }
})

it("says so when an address belongs to another network", () => {
  expect(readAddress(MAINNET.wpkh, "regtest")).toEqual({ ok: false, reason: "other_network" })
  expect(readAddress(REGTEST, "mainnet")).toEqual({ ok: false, reason: "other_network" })
  expect(readAddress("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "regtest")).toEqual({
    ok: false,
    reason: "other_network",
  })
})

it.each([
  "",
  "bcrt1",
  "xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz",
  "L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ",
])("refuses what is no address at all: '%s'", (text) => {
  expect(readAddress(text, "mainnet")).toMatchObject({ ok: false, reason: "no_address" })
})
