import { HDKey } from "@scure/bip32"
import { pbkdf2Sync } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { repository } from "./builds.js"
import { SANDBOX_DESCRIPTOR } from "../bitcoin/demonstration-wallet.js"
import { givenSettings, parseSettings, portsOf, usesCardProcessor, usesSandboxChain } from "./settings.js"

/** Set by the code that starts the processes, never in .env. */
const INTERNAL = ["NODE_ENV", "SANDBOX", "ADMIN_PASSWORD", "BACKEND_URL"]

const namesIn = (file: string) =>
  [...readFileSync(join(repository, file), "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(
    ([, name]) => name ?? [],
  )

it.each([
  "backend/src/platform/config/schema.ts",
  "storefront/server/environment.ts",
  "sandbox/src/launcher/settings.ts",
])(".env.example explains every setting of %s", (file) => {
  const settings = namesIn(file).filter((name) => !INTERNAL.includes(name))
  expect(settings.length).toBeGreaterThan(3)
  const { given } = givenSettings(Object.fromEntries(settings.map((name) => [name, "set"])), {})
  expect(settings.filter((name) => given[name] === undefined)).toEqual([])
})

describe("givenSettings", () => {
  it("takes documented settings only", () => {
    expect(givenSettings({ NODE_OPTIONS: "--x" }, {}).given).toEqual({})
  })

  it("suggests the closest name for a misspelt one", () => {
    expect(givenSettings({}, { STOREFRONT_PROT: "1", SOMETHING_ELSE: "1" }).unknown).toEqual([
      "STOREFRONT_PROT in .env is not a setting of the shop. Did you mean STOREFRONT_PORT?",
      "SOMETHING_ELSE in .env is not a setting of the shop. .env.example lists all settings.",
    ])
  })
})

describe("parseSettings", () => {
  it("reports every invalid setting", () => {
    const { problems } = parseSettings({ BACKEND_PORT: "80", ADMIN_EMAIL: "staff" })
    expect(problems.map(({ name }) => name)).toEqual(["BACKEND_PORT", "ADMIN_EMAIL"])
  })

  it("reports a port that is used twice and an unknown brand beside an invalid setting", () => {
    const { problems } = parseSettings({ BACKEND_PORT: "80", MAIL_PORT: "8000", BRAND: "demi" })
    expect(problems.map(({ name }) => name)).toEqual(["BACKEND_PORT", "BRAND", "MAIL_PORT"])
    expect(problems[1]?.sentence).toContain("Did you mean demo?")
  })

  it("reports a port that is used twice", () => {
    const { problems } = parseSettings({ MAIL_PORT: "8000" })
    expect(problems).toEqual([
      {
        name: "MAIL_PORT",
        sentence: "port 8000 is already the port of STOREFRONT_PORT; choose another one",
      },
    ])
  })

  it("ignores the port of the sign-in emulator where it does not run", () => {
    const given = { AUTH_PORT: "8000", FIREBASE_PROJECT_ID: "own-project" }
    expect(parseSettings(given).problems).toEqual([])
  })
})

it("the sandbox's wallet is account 84h/1h/0h of the public test seed", () => {
  const seed = pbkdf2Sync(`${"abandon ".repeat(11)}about`, "mnemonic", 2048, 64, "sha512") // BIP39
  const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf })
  const account = root.derive("m/84'/1'/0'")
  const fingerprint = root.fingerprint.toString(16).padStart(8, "0")
  expect(SANDBOX_DESCRIPTOR.split("#")[0]).toBe(
    `wpkh([${fingerprint}/84h/1h/0h]${account.publicExtendedKey}/0/*)`,
  )
})

it.each([
  [{}, true],
  [{ BITCOIN_SOURCE: "esplora" }, true],
  [{ BITCOIN_SOURCE: "core", BITCOIN_CORE_URL: "http://127.0.0.1:18443" }, false],
  [{ BITCOIN_ESPLORA_URL: "http://127.0.0.1:3000" }, false],
])("with %j the sandbox's own chain runs, and takes its port: %s", (given, runs) => {
  const { settings } = parseSettings(given)
  if (settings === undefined) throw new Error("The settings are invalid.")
  expect(usesSandboxChain(settings)).toBe(runs)
  expect(portsOf(settings).some(({ name }) => name === "ESPLORA_PORT")).toBe(runs)
})

it.each([
  [{}, true],
  [{ CARD_PAYMENTS: "stripe" }, true],
  [{ CARD_PAYMENTS: "manual" }, false],
  [{ CARD_PAYMENTS: "off" }, false],
  [{ STRIPE_SECRET_KEY: "sk_test_of_the_developer" }, false],
  [{ STRIPE_SECRET_KEY_FILE: "/run/secrets/stripe" }, false],
])("with %j the sandbox's card processor runs, and takes its port: %s", (given, runs) => {
  const { settings } = parseSettings(given)
  if (settings === undefined) throw new Error("The settings are invalid.")
  expect(usesCardProcessor(settings)).toBe(runs)
  expect(portsOf(settings).some(({ name }) => name === "CARD_PROCESSOR_PORT")).toBe(runs)
})
