import type { CredentialCheck } from "../../ports/lightning-node"

/** The calls that the shop makes, as LND names them. */
const CALLS = [
  "/lnrpc.Lightning/AddInvoice",
  "/lnrpc.Lightning/LookupInvoice",
  "/lnrpc.Lightning/ListInvoices",
  "/lnrpc.Lightning/SubscribeInvoices",
  "/invoicesrpc.Invoices/CancelInvoice",
  "/lnrpc.Lightning/GetInfo",
  "/lnrpc.Lightning/ChannelBalance",
]
const NEEDED: ReadonlySet<string> = new Set(CALLS.map((call) => `uri:${call}`))
/** These read more, or settle held invoices of other programs; none of them pays. */
const TOLERATED: ReadonlySet<string> = new Set([
  "invoices:read",
  "invoices:write",
  "info:read",
  "offchain:read",
])
const REMEDY = `lncli bakemacaroon ${[...NEEDED].join(" ")}`

/** Whether an LND macaroon is for invoices only. It is read here: LND signed what it allows. @param macaroon in hexadecimal */
export function checkMacaroon(macaroon: string): CredentialCheck {
  const permissions = readPermissions(Buffer.from(macaroon, "hex"))
  if (permissions === null || permissions.length === 0)
    return {
      isAccepted: false,
      reason: "The credential is not a macaroon of LND in hexadecimal.",
      remedy: REMEDY,
    }
  const extra = permissions.filter((each) => !NEEDED.has(each))
  const refused = extra.filter((each) => !TOLERATED.has(each))
  if (refused.length > 0)
    return { isAccepted: false, reason: `The macaroon also allows ${refused.join(", ")}.`, remedy: REMEDY }
  if (extra.length === 0) return { isAccepted: true, warning: null }
  return {
    isAccepted: true,
    warning: `The macaroon allows ${extra.join(", ")}, more than the shop needs. Better: ${REMEDY}`,
  }
}

/** `entity:action` of each; null: it is no macaroon. Caveats are not read: they can only take away. */
function readPermissions(macaroon: Buffer): string[] | null {
  try {
    // Version 2: fields of type, length and value; the identifier has type 2, a location may come before it.
    if (macaroon[0] !== 2) return null
    const identifier = readFields(macaroon.subarray(1), "macaroon").find(({ type }) => type === 2)?.value
    // Version 3 of LND's identifiers: a protobuf of nonce, storage id and operations.
    if (identifier?.[0] !== 3) return null
    const operations = readFields(identifier.subarray(1), "protobuf").filter(({ type }) => type === 3)
    return operations.flatMap(({ value }) => {
      const parts = readFields(value, "protobuf")
      const texts = (type: number) =>
        parts.filter((part) => part.type === type).map((part) => String(part.value))
      const [entity = ""] = texts(1)
      return texts(2).map((action) => `${entity}:${action}`)
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** @throws RangeError when the bytes are something else */
function readFields(bytes: Buffer, format: "macaroon" | "protobuf"): { type: number; value: Buffer }[] {
  const fields = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++)
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    // The end of the first section: what follows is caveats and the signature.
    if (format === "macaroon" && tag === 0) break
    // Every field of LND's identifier is of protobuf's wire type 2: bytes with their length.
    if (format === "protobuf" && (tag & 7) !== 2) throw new RangeError("another wire type")
    const length = varint()
    if (at + length > bytes.length) throw new RangeError("a field without its end")
    fields.push({ type: format === "macaroon" ? tag : tag >> 3, value: bytes.subarray(at, at + length) })
    at += length
  }
  return fields
}
