import { describe, expect, it } from "vitest"
import { TEST_DESCRIPTOR } from "./adapters/testing/test-descriptor"
import { optionsOfProvider, readOptions, regionsWithoutRule, termsWithoutProvider } from "./options"

const options = {
  network: "regtest",
  descriptor: TEST_DESCRIPTOR,
  source: [{ kind: "esplora", url: "http://127.0.0.1:1" }],
  rates: { kind: "fixed", perBitcoin: { GBP: "40000" } },
}

it("tolerate 5 minor units and 1 % unless they say otherwise, and nothing with 0", () => {
  expect(readOptions(options)).toMatchObject({ toleranceMinor: 5, tolerancePercent: "1" })
  const strict = { toleranceMinor: 0, tolerancePercent: "0" }
  expect(readOptions({ ...options, ...strict })).toMatchObject(strict)
})

it("give a provider terms of its own, by the id under which it is listed, and leave the others as they are", () => {
  const strict = { confirmations: [{ below: null, confirmations: 6 }], tolerancePercent: "0" }
  const read = readOptions({ ...options, quoteMinutes: 30, providerTerms: { strict } })
  expect(optionsOfProvider(read, "pp_bitcoin_strict")).toMatchObject({ ...strict, quoteMinutes: 30 })
  expect(optionsOfProvider(read, "pp_bitcoin_bitcoin")).toEqual(read)
  expect(changed({ providerTerms: { strict: { confirmation: 6 } } })).toThrow(
    "there is no option confirmation: did you mean confirmations?\n  → at providerTerms.strict",
  )
})

it("name the regions whose currency no rule of their provider names", () => {
  const rules = (limits: object) => [{ below: limits, confirmations: 1 }, { confirmations: 3 }]
  const read = readOptions({
    ...options,
    confirmations: rules({ GBP: 100 }),
    providerTerms: { euro: { confirmations: rules({ EUR: 120 }) } },
  })
  const ofEuro = { provider: "pp_bitcoin_euro" }
  const ofBoth = { provider: "pp_bitcoin_bitcoin" }
  const regions = [
    { currency: "EUR", ...ofEuro },
    { currency: "EUR", ...ofBoth },
    { currency: "GBP", ...ofEuro },
    { currency: "GBP", ...ofBoth },
  ]
  expect(regionsWithoutRule(read, regions)).toEqual([
    { currency: "EUR", ...ofBoth },
    { currency: "GBP", ...ofEuro },
  ])
})

it("name the terms of providers that Medusa does not list", () => {
  const read = readOptions({ ...options, providerTerms: { strict: {}, bitcoin: {} } })
  expect(termsWithoutProvider(read, ["bitcoin", "other"])).toEqual(["strict"])
  expect(termsWithoutProvider(read, ["bitcoin", "strict"])).toEqual([])
})

it.each([
  ["toleranceMinor", 2.5, "needs a whole number of minor units, 0 or more"],
  ["toleranceMinor", -1, "needs a whole number of minor units, 0 or more"],
  ["toleranceMinor", "5", "needs a whole number of minor units, 0 or more"],
  ["tolerancePercent", "1 %", "needs a percentage like 1.5"],
  ["tolerancePercent", "100", "needs a percentage like 1.5"],
])("refuse %s: %j", (option, value, sentence) => {
  expect(() => readOptions({ ...options, [option]: value })).toThrow(`${sentence}\n  → at ${option}`)
})

const changed = (change: object) => () => readOptions({ ...options, ...change })

it.each([
  [{ confirmation: 1 }, "there is no option confirmation: did you mean confirmations?"],
  [
    { quoteMinuts: 1, holdminutes: 2 },
    "did you mean quoteMinutes?; there is no option holdminutes: did you mean holdMinutes?",
  ],
  [{ colour: "orange" }, /there is no option colour$/],
  [
    { source: [{ kind: "esplora", url: "http://127.0.0.1:1", requestPerMinute: 60 }] },
    "did you mean requestsPerMinute?\n  → at source[0]",
  ],
  [{ rates: { kind: "live", market: [] } }, "did you mean markets?\n  → at rates"],
  [{ confirmations: [{ bellow: null, confirmations: 1 }] }, "did you mean below?\n  → at confirmations[0]"],
  [{ workingDays: { timezone: "UTC" } }, "did you mean timeZone?\n  → at workingDays"],
  [
    { lightning: { node: "lnd", url: "http://127.0.0.1", credential: "00", macaroon: "00" } },
    "there is no option macaroon",
  ],
])("are refused with %j, which would be ignored", (change, sentence) => {
  expect(changed(change)).toThrow(sentence)
})

it("are taken with the connection that Medusa adds to them", () => {
  expect(changed({ database: { clientUrl: "postgres://" } })).not.toThrow()
})

it.each([
  ["http://127.0.0.1:1/api", "http://127.0.0.1:1/api/"],
  ["http://ESPLORA:80", "http://esplora"],
])("are refused with the sources %s and %s, which are one", (...urls) => {
  const source = urls.map((url) => ({ kind: "esplora", url }))
  expect(changed({ source })).toThrow("names one URL twice")
})

it("name all that is wrong at once", () => {
  const source = [{ kind: "esplora", url: "nowhere" }]
  const refusal = changed({ descriptor: "", source, rates: { kind: "fixed", perBitcoin: { GBP: "-1" } } })
  for (const place of ["descriptor", "source[0].url", "rates.perBitcoin"])
    expect(refusal).toThrow(`→ at ${place}`)
})

it("say what a node's credentials are, and where a missing descriptor comes from", () => {
  const core = { kind: "core", url: "http://127.0.0.1:1", wallet: "shop", credentials: { user: "u" } }
  expect(changed({ source: [core] })).toThrow("needs { user, password } or { cookieFile } of the node")
  expect(changed({ descriptor: undefined })).toThrow("npx medusa-payment-bitcoin wallet")
})

describe("the Lightning node", () => {
  const readLightning = (lightning: object) => readOptions({ ...options, lightning }).lightning
  const phoenixd = { node: "phoenixd", url: "http://127.0.0.1:9740", credential: "limited" }

  it("is off unless it is named", () => {
    expect(readOptions(options).lightning).toBeNull()
    expect(readLightning(phoenixd)).toEqual({
      ...phoenixd,
      autoLiquidity: true,
      minSats: 1,
      maxSats: 1_000_000,
    })
  })

  it.each([
    ["url", "http://node.example:9740", "needs https outside of this machine and the private network"],
    ["url", "http://[2001:db8::1]:9740", "needs https outside of this machine and the private network"],
    ["certificate", "tls.cert", "-----BEGIN CERTIFICATE-----"],
    ["minSats", 1_000_001, "needs to be at most maxSats"],
    ["maxSats", 0, "expected number to be >0"],
  ])("is refused with %s: %j", (setting, value, sentence) => {
    expect(() => readLightning({ ...phoenixd, [setting]: value })).toThrow(sentence)
  })

  it("is refused with a setting that there is not", () => {
    expect(() => readLightning({ ...phoenixd, insecure: true })).toThrow("insecure")
  })

  it("is refused with a credential that is broader than invoices, which is not repeated", () => {
    const broad = Buffer.concat([Buffer.alloc(32, 7), Buffer.from("=1")]).toString("base64url")
    const refusal = () => readLightning({ ...phoenixd, node: "core-lightning", credential: broad })
    expect(refusal).toThrow("The rune allows more than invoices. lightning-cli createrune restrictions=")
    expect(refusal).not.toThrow(broad)
    expect(() => readLightning({ ...phoenixd, node: "lnd", credential: broad })).toThrow("lncli bakemacaroon")
  })
})
