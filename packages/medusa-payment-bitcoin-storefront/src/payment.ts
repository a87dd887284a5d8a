/** What `GET /pay/bitcoin/:id/payment` answers. Satoshis are digits, money is a decimal, times are ISO 8601 in UTC. */
export interface BitcoinPayment {
  state: PaymentState
  /** Why staff decide about it, such as `late` or `short`; empty in every other state. */
  reasons: readonly string[]
  orderNumber: number
  address: string
  /** What the quote is for, in `currency`. */
  price: string
  /** ISO 4217, in lower case. */
  currency: string
  /** The price of one bitcoin in the quote, in `currency`. */
  rate: string
  amountSats: string
  amountBtc: string
  /** BIP 21, for what is left to pay. Null: nothing can be paid now. */
  uri: string | null
  expiresAt: string
  /** When the buyer's time ends: after a part of the amount it is later than `expiresAt`. */
  payableUntil: string
  receivedSats: string
  remainingSats: string
  surplusSats: string
  confirmations: number
  requiredConfirmations: number
  isPaidByLightning: boolean
  lightning: LightningPayment | null
  transactions: readonly PaymentTransaction[]
  /** The server's clock: browsers can be minutes off. */
  answeredAt: string
}

export interface LightningPayment {
  /** BOLT 11 */
  invoice: string
  /** One code for both rails. */
  unifiedUri: string
  /** A link of both rails. */
  link: string
  expiresAt: string
}

export interface PaymentTransaction {
  txid: string
  sats: string
  confirmations: number
  /** At a block explorer; null: the shop names none. */
  url: string | null
}

const STATES = [
  "awaiting_payment",
  "underpaid",
  "seen",
  "confirming",
  "confirmed",
  "expired",
  "review",
  "cancelled",
  "refunded",
] as const
export type PaymentState = (typeof STATES)[number]

const TEXTS = [
  "address",
  "price",
  "currency",
  "rate",
  "amountSats",
  "amountBtc",
  "expiresAt",
  "payableUntil",
  "receivedSats",
  "remainingSats",
  "surplusSats",
  "answeredAt",
] as const satisfies readonly (keyof BitcoinPayment)[]
const NUMBERS = ["orderNumber", "confirmations", "requiredConfirmations"] as const

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/**
 * Parses an answer. By hand: a schema library is a quarter of what this package may weigh.
 * @throws TypeError naming the field that is not as documented
 */
export function readPayment(value: unknown): BitcoinPayment {
  assertPayment(value)
  return value
}

function assertPayment(value: unknown): asserts value is BitcoinPayment {
  const check = (isRight: boolean, field: string) => {
    if (!isRight) throw new TypeError(`Not a Bitcoin payment: ${field}`)
  }
  if (!isObject(value)) throw new TypeError("Not a Bitcoin payment")
  for (const field of TEXTS) check(typeof value[field] === "string", field)
  for (const field of NUMBERS) check(Number.isInteger(value[field]), field)
  check(
    STATES.some((state) => state === value["state"]),
    "state",
  )
  check(value["uri"] === null || typeof value["uri"] === "string", "uri")
  check(typeof value["isPaidByLightning"] === "boolean", "isPaidByLightning")
  const { lightning, transactions, reasons } = value
  check(
    lightning === null ||
      (isObject(lightning) &&
        ["invoice", "unifiedUri", "link", "expiresAt"].every(
          (field) => typeof lightning[field] === "string",
        )),
    "lightning",
  )
  check(Array.isArray(reasons) && reasons.every((reason) => typeof reason === "string"), "reasons")
  check(
    Array.isArray(transactions) &&
      transactions.every((each) => isObject(each) && typeof each["txid"] === "string"),
    "transactions",
  )
}

/** What a code for a Lightning wallet holds: upper-case letters take fewer squares. */
export const lightningCode = (invoice: string): string => `LIGHTNING:${invoice.toUpperCase()}`
