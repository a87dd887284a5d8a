import { HDKey } from "@scure/bip32"
import { describe, expect, it } from "vitest"
import { descriptorChecksum } from "./descriptor-checksum"
import { readWallet } from "./wallet-key"

/** BIP39's first test vector, "abandon" eleven times and "about": public and worthless. */
const SEED = Buffer.from(
  "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4",
  "hex",
)
const PHRASE = `${"abandon ".repeat(11)}about`
const account = (path: string, isPublic: number, isPrivate: number) => {
  const key = HDKey.fromMasterSeed(SEED, { public: isPublic, private: isPrivate }).derive(path)
  return { public: key.publicExtendedKey, private: key.privateExtendedKey }
}
const ZPUB = account("m/84'/0'/0'", 0x04b24746, 0x04b2430c)
const YPUB = account("m/49'/0'/0'", 0x049d7cb2, 0x049d7878)
const XPUB = account("m/44'/0'/0'", 0x0488b21e, 0x0488ade4)
const TPUB = account("m/84'/1'/0'", 0x043587cf, 0x04358394)

const first = (text: string, asked: Parameters<typeof readWallet>[1] = {}) => {
  const read = readWallet(text, asked)
  return read.ok ? read.addresses[0] : read.sentence
}

describe("a wallet's key", () => {
  it("of BIP84, 49 and 44 gives the addresses of their test vectors", () => {
    expect(ZPUB.public).toMatch(
      /^zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs$/,
    )
    expect(first(ZPUB.public)).toBe("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    expect(first(YPUB.public)).toBe("37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf")
    expect(first(XPUB.public, { script: "pkh" })).toBe("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")
  })

  it("of BIP86, which no letter tells, gives taproot's addresses when asked for", () => {
    const taproot = account("m/86'/0'/0'", 0x0488b21e, 0x0488ade4).public
    const read = readWallet(taproot, { script: "tr" })
    expect(read.ok && read.addresses[0]).toBe(
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    )
    expect(read.ok && readWallet(read.descriptor, { script: "tr" })).toEqual(read)
  })

  it("answers ten addresses and a descriptor that reads back to the same ten", () => {
    const read = readWallet(ZPUB.public, {})
    expect(read.ok && read.addresses.length).toBe(10)
    expect(read.ok && readWallet(read.descriptor, {})).toEqual(read)
  })

  it("without its script, or its test network, is asked for all that is missing at once", () => {
    expect(first(XPUB.public)).toContain("--script wpkh (BIP84")
    expect(first(TPUB.public, { script: "wpkh" })).toContain("say which, --network testnet")
    expect(first(TPUB.public)).toMatch(/say which, --network testnet.* add --script wpkh/)
    expect(first(TPUB.public, { script: "wpkh", network: "regtest" })).toMatch(/^bcrt1q/)
  })

  it("is refused for another network, another script, and with a character changed", () => {
    expect(first(ZPUB.public, { network: "testnet" })).toContain("is for mainnet")
    expect(first(TPUB.public, { script: "wpkh", network: "mainnet" })).toContain("is for a test network")
    expect(first(ZPUB.public, { script: "pkh" })).toBe("A zpub means wpkh, but you asked for pkh.")
    expect(first(ZPUB.public.replace("6rFR", "6rFS"))).toContain("does not read")
  })

  it("in a descriptor without a checksum is answered the one it would have", () => {
    const body = `pkh(${XPUB.public}/0/*)`
    expect(first(body)).toContain(`#${descriptorChecksum(body)}`)
  })

  it("with receiving and change in one descriptor gives the receiving addresses alone", () => {
    const [body, plain] = [`wpkh(${XPUB.public}/<0;1>/*)`, `wpkh(${XPUB.public}/0/*)`]
    const read = readWallet(`${body}#${descriptorChecksum(body)}`, {})
    expect(read).toEqual(readWallet(`${plain}#${descriptorChecksum(plain)}`, {}))
    expect(read).toMatchObject({ ok: true, descriptor: `${plain}#${descriptorChecksum(plain)}` })
    expect(first(`${body}#${descriptorChecksum(plain)}`)).toContain("checksum does not match")
    expect(first(body)).toContain("has no checksum")
  })
})

describe("what can spend coins", () => {
  it.each([
    ["a zprv", ZPUB.private],
    ["a yprv", YPUB.private],
    ["an xprv", XPUB.private],
    ["a tprv", TPUB.private],
    ["a descriptor with an xprv", `wpkh(${XPUB.private}/0/*)`],
    ["a single key", "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"],
    ["a descriptor around a single key", "wpkh(5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ)"],
    ["twelve words", PHRASE],
    ["twenty-four words", `${PHRASE} ${PHRASE}`],
  ])("%s is refused, and no part of it repeated", (_name, secret) => {
    const read = readWallet(secret, {})
    expect(read.ok).toBe(false)
    expect(JSON.stringify(read)).toContain("That can spend coins")
    for (const part of secret.match(/[0-9A-Za-z]{7,}/g) ?? [])
      expect(JSON.stringify(read)).not.toContain(part)
  })
})
