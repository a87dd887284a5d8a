import { pbkdf2Sync } from "node:crypto"
import { HDKey } from "@scure/bip32"
import { expect, it } from "vitest"
import { SANDBOX_DESCRIPTOR } from "./regtest-wallet.js"

it("is account 84h/1h/0h of the seed phrase that everybody knows", () => {
  const seed = pbkdf2Sync(`${"abandon ".repeat(11)}about`, "mnemonic", 2048, 64, "sha512") // BIP39
  const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf })
  const account = root.derive("m/84'/1'/0'")
  const fingerprint = root.fingerprint.toString(16).padStart(8, "0")
  expect(SANDBOX_DESCRIPTOR.split("#")[0]).toBe(
    `wpkh([${fingerprint}/84h/1h/0h]${account.publicExtendedKey}/0/*)`,
  )
})
