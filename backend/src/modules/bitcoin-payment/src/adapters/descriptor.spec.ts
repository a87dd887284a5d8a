import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readDescriptor } from "./descriptor"
import { descriptorChecksum } from "./descriptor-checksum"
import { addressByAnotherAuthor } from "./testing/another-author"

/** Account 0 of the all-"abandon … about" mnemonic: public, worthless, and in BIP84's own test vectors. */
const XPUB =
  "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
const TPUB =
  "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"
/** Their library takes its time: every address with TEST_CASES=all. */
const STEP = process.env["TEST_CASES"] === "all" ? 1 : 37
const withChecksum = (body: string) => `${body}#${descriptorChecksum(body)}`
const MAINNET = withChecksum(`wpkh([73c5da0a/84h/0h/0h]${XPUB}/0/*)`)
const REGTEST = withChecksum(`wpkh([73c5da0a/84h/1h/0h]${TPUB}/0/*)`)

describe("a descriptor", () => {
  it("gives the addresses of BIP84's test vectors", () => {
    const book = readDescriptor(MAINNET, "mainnet")
    expect(book.addressAt(0)).toBe("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    expect(book.addressAt(1)).toBe("bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")
  })

  it("gives the taproot addresses of BIP86's test vectors, and of change", () => {
    const key =
      "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
    const book = readDescriptor(withChecksum(`tr([73c5da0a/86h/0h/0h]${key}/0/*)`), "mainnet")
    expect(book.addressAt(0)).toBe("bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")
    expect(book.addressAt(1)).toBe("bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh")
    expect(book.signing?.change(0).address).toBe(
      "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7",
    )
  })

  it.each([
    ["wpkh", `wpkh([73c5da0a/84h/0h/0h]${XPUB}/0/*)`],
    ["sh(wpkh)", `sh(wpkh([73c5da0a/49h/0h/0h]${XPUB}/0/*))`],
    ["pkh", `pkh(${XPUB}/0/*)`],
    ["tr", `tr([73c5da0a/86h/0h/0h]${XPUB}/0/*)`],
  ])("of %s gives the addresses up to index 999 that a library of another author gives", (_, body) => {
    const descriptor = withChecksum(body)
    const book = readDescriptor(descriptor, "mainnet")
    for (let index = 0; index < 1000; index += STEP)
      expect(book.addressAt(index)).toBe(addressByAnotherAuthor(descriptor, index, "mainnet"))
  })

  it("gives regtest's own addresses on regtest", () => {
    expect(readDescriptor(REGTEST, "regtest").addressAt(0)).toMatch(/^bcrt1q/)
    expect(readDescriptor(REGTEST, "testnet").addressAt(0)).toBe("tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl")
  })

  it("has the checksum of BIP380's test vector", () => {
    expect(descriptorChecksum("raw(deadbeef)")).toBe("89f8spxm")
  })

  it("is refused for another network, without a checksum, and with a private key", () => {
    expect(() => readDescriptor(MAINNET, "regtest")).toThrow(
      "The key is for mainnet, but the shop is set to regtest.",
    )
    expect(() => readDescriptor(MAINNET.split("#")[0] ?? "", "mainnet")).toThrow("has no checksum")
    const secret =
      "wpkh(xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi/0/*)"
    expect(() => readDescriptor(secret, "mainnet")).toThrow("That is a private key")
    expect(() => readDescriptor(secret, "mainnet")).not.toThrow(/xprv9/)
  })

  it("is refused with any one character changed", () => {
    const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ()[]/*#'"
    fc.assert(
      fc.property(fc.nat(MAINNET.length - 1), fc.nat(alphabet.length - 1), (position, choice) => {
        const character = alphabet.charAt(choice)
        fc.pre(MAINNET[position] !== character)
        const changed = MAINNET.slice(0, position) + character + MAINNET.slice(position + 1)
        expect(() => readDescriptor(changed, "mainnet")).toThrow()
      }),
    )
  })
})
