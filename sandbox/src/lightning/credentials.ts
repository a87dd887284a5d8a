const NEEDED = [
  "/lnrpc.Lightning/AddInvoice",
  "/lnrpc.Lightning/LookupInvoice",
  "/lnrpc.Lightning/ListInvoices",
  "/lnrpc.Lightning/SubscribeInvoices",
  "/invoicesrpc.Invoices/CancelInvoice",
  "/lnrpc.Lightning/GetInfo",
  "/lnrpc.Lightning/ChannelBalance",
]
const METHODS = ["invoice", "listinvoices", "waitanyinvoice", "delinvoice", "getinfo", "listpeerchannels"]
const SIGNATURE = Buffer.alloc(32, "sandbox")

/** Protobuf's and the macaroon's encoding: type, length, value. */
function field(tag: number, value: Buffer | string): Buffer {
  const { length } = Buffer.from(value)
  const size = length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
  return Buffer.concat([Buffer.from([tag, ...size]), Buffer.from(value)])
}

/** As LND makes one for these calls. */
function macaroon(calls: readonly string[]): string {
  const operations = calls.map((call) => field(0x1a, Buffer.concat([field(0x0a, "uri"), field(0x12, call)])))
  const identifier = Buffer.concat([
    Buffer.from([3]),
    field(0x0a, SIGNATURE),
    field(0x12, "0"),
    ...operations,
  ])
  const end = Buffer.from([0, 0])
  return Buffer.concat([Buffer.from([2]), field(2, identifier), end, field(6, SIGNATURE)]).toString("hex")
}

/** What the merchant's node takes, by the API. They cannot spend; phoenixd's other password can. */
export const CREDENTIALS = {
  lnd: macaroon(NEEDED),
  phoenixd: "limited-access-of-the-sandbox",
  "core-lightning": Buffer.concat([
    SIGNATURE,
    Buffer.from(`=1&${METHODS.map((method) => `method=${method}`).join("|")}`),
  ]).toString("base64url"),
}
export const FULL_PASSWORD = "full-access-of-the-sandbox"
