import type { CredentialCheck } from "../../ports/lightning-node"

const METHODS = ["invoice", "listinvoices", "waitanyinvoice", "delinvoice", "getinfo", "listpeerchannels"]
const ALLOWED: ReadonlySet<string> = new Set(METHODS.map((method) => `method=${method}`))
const RESTRICTIONS = [[...ALLOWED], ["method/delinvoice", "pnamestatus=unpaid"]]
const REMEDY = `lightning-cli createrune restrictions='${JSON.stringify(RESTRICTIONS)}'`
const AUTHENTICATION_BYTES = 32

/**
 * Whether a rune of Core Lightning is for invoices only. It is read here: the node signed its restrictions. Each of them must hold,
 * by one of its alternatives, so one that names only our methods is enough.
 */
export function checkRune(rune: string): CredentialCheck {
  const text = Buffer.from(rune, "base64url").subarray(AUTHENTICATION_BYTES).toString("utf8")
  // After a backslash `&` and `|` belong to a value; a rune for invoices needs none.
  const isForInvoices =
    !text.includes("\\") &&
    text.split("&").some((restriction) => restriction.split("|").every((each) => ALLOWED.has(each)))
  if (isForInvoices) return { isAccepted: true, warning: null }
  const reason = /^=?\d/.test(text)
    ? "The rune allows more than invoices."
    : "The credential is not a rune of Core Lightning."
  return { isAccepted: false, reason, remedy: REMEDY }
}
