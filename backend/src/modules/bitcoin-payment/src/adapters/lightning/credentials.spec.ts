import { describe, expect, it } from "vitest"
import type { CredentialCheck } from "../../ports/lightning-node"
import { checkMacaroon } from "./macaroon"
import { checkRune } from "./rune"

const field = (tag: number, value: Buffer | string) =>
  Buffer.concat([Buffer.from([tag, Buffer.byteLength(value)]), Buffer.from(value)])

/** As LND makes one: operations in a protobuf, in an identifier, in a macaroon of version 2. */
function macaroon(...permissions: string[]): string {
  const operations = permissions.map((permission) => {
    const [, entity = "", action = ""] = /^(\w+):(.*)$/.exec(permission) ?? []
    return field(0x1a, Buffer.concat([field(0x0a, entity), field(0x12, action)]))
  })
  const identifier = Buffer.concat([Buffer.from([3]), field(0x0a, "nonce"), field(0x12, "0"), ...operations])
  const length = Buffer.from([(identifier.length & 0x7f) | 0x80, identifier.length >> 7])
  const parts = [
    Buffer.from([2]),
    field(1, "lnd"),
    Buffer.from([2]),
    length,
    identifier,
    Buffer.from([0, 0, 6, 32]),
    Buffer.alloc(32, 7),
  ]
  return Buffer.concat(parts).toString("hex")
}
const isRefused =
  (reason: string, remedy = /^lncli|^lightning-cli/) =>
  (check: CredentialCheck) =>
    !check.isAccepted && check.reason.includes(reason) && remedy.test(check.remedy)
const NEEDED = [
  "uri:/lnrpc.Lightning/AddInvoice",
  "uri:/lnrpc.Lightning/LookupInvoice",
  "uri:/invoicesrpc.Invoices/CancelInvoice",
]

describe("a macaroon of LND", () => {
  it("for our calls only is accepted", () => {
    expect(checkMacaroon(macaroon(...NEEDED))).toEqual({ isAccepted: true, warning: null })
  })

  it("that reads more, and pays nothing, is accepted with a warning", () => {
    expect(checkMacaroon(macaroon(...NEEDED, "invoices:read", "info:read"))).toSatisfy(
      (check: CredentialCheck) =>
        check.isAccepted &&
        String(check.warning).includes("allows invoices:read, info:read, more than the shop needs"),
    )
  })

  it.each([
    ["offchain:write"],
    ["onchain:write"],
    ["onchain:read"],
    ["address:write"],
    ["macaroon:generate"],
    ["signer:generate"],
    ["uri:/lnrpc.Lightning/SendPaymentSync"],
    ["uri:/routerrpc.Router/SendPaymentV2"],
    ["uri:/invoicesrpc.Invoices/SettleInvoice"],
  ])("that allows %s is refused, with the command for the right one", (permission) => {
    expect(checkMacaroon(macaroon(...NEEDED, permission))).toSatisfy(
      isRefused(
        `The macaroon also allows ${permission}.`,
        /^lncli bakemacaroon uri:\/lnrpc.Lightning\/AddInvoice uri:/,
      ),
    )
  })

  it("is recognised: whatever is none is refused", () => {
    const whole = macaroon(...NEEDED)
    for (const wrong of ["", "02", "not hexadecimal", whole.slice(0, 40), `01${whole.slice(2)}`, macaroon()])
      expect(checkMacaroon(wrong)).toSatisfy(isRefused("not a macaroon"))
  })
})

const rune = (restrictions: string) =>
  Buffer.concat([Buffer.alloc(32, 7), Buffer.from(restrictions)]).toString("base64url")

describe("a rune of Core Lightning", () => {
  it.each([
    ["=1&method=invoice|method=listinvoices"],
    ["=1&method=invoice|method=delinvoice&method/delinvoice|pnamestatus=unpaid"],
    ["=1&rate=60&method=getinfo"],
  ])("with %s is accepted", (restrictions) => {
    expect(checkRune(rune(restrictions))).toEqual({ isAccepted: true, warning: null })
  })

  it.each([
    ["=1"],
    ["=1&method=invoice|method=pay"],
    ["=1&method^list|method^get"],
    ["=1&method/pay"],
    ["=1&rate=60"],
    ["=1&method=invoice|time<1700000000"],
    ["=1&pnamedescription=x\\&method=invoice"],
  ])("with %s is refused, with the command for the right one", (restrictions) => {
    expect(checkRune(rune(restrictions))).toSatisfy(
      isRefused(
        "The rune allows more than invoices.",
        /^lightning-cli createrune restrictions='\[\["method=invoice",/,
      ),
    )
  })

  it("is recognised: whatever is none is refused", () => {
    for (const wrong of ["", "secret", rune("")]) expect(checkRune(wrong)).toSatisfy(isRefused("not a rune"))
  })
})
