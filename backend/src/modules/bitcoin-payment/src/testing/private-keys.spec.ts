import { HDKey } from "@scure/bip32"
import { WIF } from "@scure/btc-signer"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { descriptorChecksum } from "../adapters/descriptor-checksum"
import { readDescriptor } from "../adapters/descriptor"
import { TEST_TIMEOUT } from "./runs"

describe("a wallet's setting", TEST_TIMEOUT, () => {
  it("1: no private key parses, and no error message repeats it", () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const versions = fc.constantFrom(
      { public: 0x0488b21e, private: 0x0488ade4 },
      { public: 0x043587cf, private: 0x04358394 },
      { public: 0x049d7cb2, private: 0x049d7878 },
      { public: 0x04b24746, private: 0x04b2430c },
    )
    const shape = fc.constantFrom(
      (key: string) => key,
      (key: string) => `wpkh(${key}/0/*)`,
      (key: string) => `sh(wpkh([73c5da0a/49h/0h/0h]${key}/0/*))`,
      (key: string) => `pkh(${key})`,
    )
    const network = fc.constantFrom(
      "mainnet" as const,
      "testnet" as const,
      "signet" as const,
      "regtest" as const,
    )
    fc.assert(
      fc.property(
        seed,
        versions,
        shape,
        fc.boolean(),
        fc.boolean(),
        network,
        (bytes, version, wrap, isPlain, isSigned, net) => {
          const root = HDKey.fromMasterSeed(bytes, version)
          const secret = isPlain ? WIF().encode(root.privateKey ?? bytes) : root.privateExtendedKey
          const body = wrap(secret)
          const text = isSigned && body !== secret ? `${body}#${descriptorChecksum(body)}` : body
          const error = errorOf(() => readDescriptor(text, net))
          expect(error).toBeInstanceOf(Error)
          expect(String(error)).not.toContain(secret)
        },
      ),
    )
  })
})

function errorOf(attempt: () => unknown): unknown {
  try {
    attempt()
    return null
  } catch (error) {
    return error
  }
}
