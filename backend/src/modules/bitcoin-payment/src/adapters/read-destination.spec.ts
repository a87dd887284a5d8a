import { bech32 } from "@scure/base"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { codeOf, kindOf } from "../domain/refund-destination"
import { satoshis } from "../domain/satoshis"
import type { Network } from "./descriptor"
import { GENESIS } from "./genesis"
import { readDestination } from "./read-destination"

const NOW = Date.parse("2026-11-27")
const read = (text: string, network: Network = "mainnet", byLightning = true) =>
  readDestination(text, { network, byLightning, now: NOW })
const none = { ok: false, reason: "no_destination" }

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
/** LUD-01's example. */
const LNURL =
  "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS"
/** BOLT 12's vectors (bolt12/format-string-test.json). */
const OFFER =
  "lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg"

const lnurlOf = (link: string) =>
  bech32.encode("lnurl", bech32.toWords(new TextEncoder().encode(link)), false)
const size = (value: number) => (value < 0xfd ? [value] : [0xfd, value >> 8, value & 0xff])
const offerOf = (...fields: readonly (readonly [number, Uint8Array])[]) => {
  const bytes = fields.flatMap(([type, value]) => [...size(type), ...size(value.length), ...value])
  const letters = bech32.encode("lno", bech32.toWords(Uint8Array.from(bytes)), false)
  return letters.slice(0, -6)
}
const issuer = [22, Uint8Array.from([2, ...Array<number>(32).fill(7)])] as const
const chain = (network: Network) =>
  [2, Uint8Array.from(Buffer.from(GENESIS[network], "hex").reverse())] as const

describe("where a refund goes", () => {
  it.each([
    ["address", ADDRESS, ADDRESS],
    ["address", ADDRESS.toUpperCase(), ADDRESS],
    ["lightning_address", " Anna.B+shop@Wallet-Of.Example ", "anna.b+shop@wallet-of.example"],
    ["lightning_address", "lightning:anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example"],
    ["bip353", "₿Anna@Example.com", "₿anna@example.com"],
    ["lnurl", LNURL, LNURL.toLowerCase()],
    ["lnurl", `LIGHTNING:${LNURL}`, LNURL.toLowerCase()],
    ["lnurl", lnurlOf("http://abcdefghij234567.onion/pay"), lnurlOf("http://abcdefghij234567.onion/pay")],
    ["offer", OFFER, OFFER],
    ["offer", OFFER.toUpperCase(), OFFER],
    ["offer", `${OFFER.slice(0, 40)}+\n  ${OFFER.slice(40)}`, OFFER],
  ])("%s: %s", (kind, text, destination) => {
    expect(read(text)).toEqual({ ok: true, destination })
    expect(kindOf(destination)).toBe(kind)
  })

  it.each(
    [
      [
        "",
        "anna",
        "anna@",
        "@example.com",
        "anna@localhost",
        "anna@127.0.0.1",
        "anna@[::1]",
        "anna@example.com:8080",
      ],
      [
        "anna@example.com/pay",
        "a nna@example.com",
        "an..na@example.com",
        ".anna@example.com",
        "anna@-a.example",
      ],
      ["anna@exаmple.com", "anna@münchen.example", "anna@@example.com", `${"a".repeat(64)}@example.com`],
      [
        `₿${"a".repeat(63)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`,
        "₿anna+b@example.com",
      ],
      [
        `anna@${"a.".repeat(130)}example`,
        "₿",
        "lnurl1",
        "lno1",
        LNURL.slice(0, -1),
        `${LNURL.slice(0, -1)}q`,
      ],
      [
        lnurlOf("http://example.com/pay"),
        lnurlOf("ftp://example.com"),
        lnurlOf("https://user:pass@example.com"),
      ],
      [lnurlOf("https://example.com/?tag=login&k1=00"), lnurlOf("https://example.com/?tag=withdrawRequest")],
      [lnurlOf("not a link"), LNURL.slice(0, 20).toLowerCase() + LNURL.slice(20), OFFER.slice(0, 30)],
      [OFFER.slice(0, 20).toUpperCase() + OFFER.slice(20), `${OFFER}q`, OFFER.replace("s7", "b7")],
    ].flat(),
  )("is not '%s'", (text) => {
    expect(read(text)).toEqual(none)
  })

  it("is a way to pay again and again: a request for one payment expires before staff can pay it", () => {
    for (const invoice of ["lnbc1pvjluez", "LNBC2500U1PVJLUEZ", "lnbcrt200u1pvjluez", "lntbs1pvjluez"])
      expect(read(invoice)).toEqual({ ok: false, reason: "expires" })
    const at = (time: number) => [14, Uint8Array.from([time >> 24, time >> 16, time >> 8, time])] as const
    expect(read(offerOf(at(NOW / 1000 - 1), issuer))).toEqual({ ok: false, reason: "expires" })
    expect(read(offerOf(at(NOW / 1000 + 1), issuer))).toMatchObject({ ok: true })
  })

  it("is on the shop's network", () => {
    expect(read(ADDRESS, "regtest")).toEqual({ ok: false, reason: "other_network" })
    expect(read(OFFER, "regtest")).toEqual({ ok: false, reason: "other_network" })
    expect(read(offerOf(chain("signet"), issuer), "mainnet")).toEqual({ ok: false, reason: "other_network" })
    for (const network of ["testnet4", "signet", "regtest"] as const)
      expect(read(offerOf(chain(network), issuer), network)).toMatchObject({ ok: true })
  })

  it("is an offer that every reader understands, and that says who is paid", () => {
    expect(read(offerOf(issuer))).toMatchObject({ ok: true })
    expect(read(offerOf([16, Uint8Array.from([1, 2, 3])]))).toMatchObject({ ok: true })
    const wrong = [
      [[10, Uint8Array.from([65])]],
      [[22, Uint8Array.from([4, ...Array<number>(32).fill(7)])]],
      [issuer, [10, Uint8Array.from([65])]],
      [issuer, issuer],
      [issuer, [24, Uint8Array.from([1])]],
      [issuer, [81, Uint8Array.from([1])]],
    ] as const
    for (const fields of wrong) expect(read(offerOf(...fields)), JSON.stringify(fields)).toEqual(none)
    expect(read(offerOf(issuer, [23, Uint8Array.from([1])]))).toMatchObject({ ok: true })
  })

  it("has no changed letter: bech32 tells it of an LNURL, and of an address", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(LNURL.toLowerCase(), ADDRESS),
        fc.nat(),
        fc.nat(31),
        (text, place, letter) => {
          const at = 6 + (place % (text.length - 6))
          const other = "qpzry9x8gf2tvdw0s3jn54khce6mua7l".charAt(letter)
          const changed = text.slice(0, at) + other + text.slice(at + 1)
          expect(read(changed).ok).toBe(changed === text)
        },
      ),
    )
  })

  it("is an answer for every text, and its own canonical form", () => {
    const parts = fc.constantFrom(
      "lnurl1",
      "lno1",
      "lnbc1",
      "₿",
      "@",
      ".",
      "a",
      "example.com",
      "+",
      " ",
      "bc1q",
      "1",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(parts).map((all) => all.join("")),
        ),
        (text) => {
          const first = read(text)
          if (first.ok) expect(read(first.destination)).toEqual(first)
        },
      ),
    )
  })

  it("is an address only where the merchant sends refunds on the chain only", () => {
    expect(read(ADDRESS, "mainnet", false)).toEqual({ ok: true, destination: ADDRESS })
    for (const text of ["anna@example.com", LNURL, OFFER, "₿anna@example.com"])
      expect(read(text, "mainnet", false)).toEqual({ ok: false, reason: "no_address" })
  })

  it("is what a wallet scans", () => {
    expect(codeOf(ADDRESS, satoshis(12_500n))).toBe(`bitcoin:${ADDRESS}?amount=0.000125`)
    expect(codeOf(LNURL.toLowerCase(), satoshis(1n))).toBe(LNURL)
    expect(codeOf("anna@example.com", satoshis(1n))).toBe("anna@example.com")
  })
})
