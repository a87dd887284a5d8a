import { satoshis } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { Email } from "../layout"
import type { MailName } from "../registry"
import type { Shop } from "../shop"
import { contactAcknowledged, contactAnswer, contactReceived } from "../contact"
import { lowStock } from "../low-stock"
import { orderCancelled } from "../order-cancelled"
import { orderDispatched } from "../order-dispatched"
import { orderLink } from "../order-link"
import { orderChanged, orderPlaced } from "../order-placed"
import type { BitcoinInstructions } from "../order-placed-payment"
import { paymentDeclined, paymentExpired, paymentNewInvoice, paymentUnderpaid } from "../payment-due"
import { paymentConfirmed, paymentReview, paymentSeen } from "../payment-received"
import { refundAddressConfirmation, refundAddressReceived, refundAddressRequest } from "../refund-address"
import { refundSent } from "../refund-sent"
import { staffInvitation, staffPasswordReset, staffSecondFactor, staffSignIn } from "../staff-account"
import { paymentCase, type InvoiceInReview } from "../staff-bitcoin-case"
import { cardCase } from "../staff-card-case"
import { paymentStuck, paymentSurplus } from "../staff-payment"
import { withdrawalAcknowledged, withdrawalReceived, withdrawalSettled } from "../withdrawal"
import { samplePictures } from "./pictures"

export const sampleShop: Shop = {
  name: "Bramble & Comb",
  legalName: "Bramble & Comb Ltd",
  address: "1 Hive Yard, London E1 6AN",
  companyNumber: "12345678",
  registeredIn: "England and Wales",
  vatNumber: "GB123456789",
  email: "hello@shop.test",
  phone: "020 7946 0123",
  hours: [
    { days: "Mon-Fri", hours: "9am-5pm" },
    { days: "Sat", hours: "10am-2pm" },
  ],
  url: "https://shop.test",
}

const number = 1042
const totalPence = 5385
const followUrl = "https://shop.test/orders/order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU"
const forStaff = {
  ...{ number, totalPence },
  buyer: "ann@x.test",
  orderUrl: "https://backend.shop.test/app/orders/order_01J",
}
const items = [
  { id: "ordli_1", name: "Heather Honey", detail: "340 g", quantity: 2 },
  { id: "ordli_2", name: "Elder Gummies", detail: "", quantity: 1 },
]
const deliverTo = ["Ann Lee", "12 Long Lane", "London", "EC1A 9HF"]

/** A payment of `due` satoshis to `address`, of which only `received` have arrived. */
export const samplePayment = {
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  due: 134_625n,
  received: 130_000n,
  expiresAt: "2026-06-21T15:05:00.000Z",
  txid: "4e3b2d1c".repeat(8),
}
const { address, due, received, expiresAt, txid } = samplePayment

export const sampleMessage = {
  name: "Ann",
  email: "ann@x.test",
  subject: "Honey",
  text: "Is it raw?\n\nAnd where do the bees live?",
  receivedAt: "2026-06-21T14:05:00.000Z",
  dueAt: null,
}
const complaint = { ...sampleMessage, subject: "Data protection", dueAt: "2026-07-21T14:05:00.000Z" }

const placed = {
  number,
  placedAt: "2026-06-21T14:05:00.000Z",
  items: [
    { name: "Heather Honey", detail: "340 g", quantity: 2, totalPence: 2590, picture: samplePictures.item },
    { name: "Elder Gummies", detail: "", quantity: 1, totalPence: 1495, picture: null },
  ],
  subtotalPence: 4085,
  discount: { codes: [], pence: 0 },
  delivery: { label: "Special Delivery (Tracked)", pence: 1300 },
  arrival: { earliest: "2026-06-23", latest: "2026-06-23", label: "Tue 23 Jun", isUnpaid: true },
  totalPence,
  duePence: totalPence,
  awaitedPence: 0,
  isPayable: true,
  vat: [
    { rate: 20, grossPence: 2795, vatPence: 466 },
    { rate: 0, grossPence: 2590, vatPence: 0 },
  ],
  deliverTo,
  followUrl,
}
const payUrl = "https://shop.test/checkout?order=order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU"
const bitcoin: BitcoinInstructions = {
  method: "bitcoin",
  url: payUrl,
  address,
  amountBtc: "0.00134625",
  uri: `bitcoin:${address}?amount=0.00134625`,
  expiresAt,
  code: samplePictures.code,
  byLightning: true,
  stage: "awaiting",
}
const paidArrival = { ...placed.arrival, isUnpaid: false }
const laterArrival = {
  earliest: "2026-06-24",
  latest: "2026-06-25",
  label: "Wed 24 – Thu 25 Jun",
  isUnpaid: false,
}
const dispatched = {
  number,
  arrival: laterArrival,
  items: items.map((item) => ({ ...item, picture: samplePictures.item })),
  deliverTo,
  followUrl,
}
const cancelled = {
  ...{ number, totalPence },
  items: items.map((item) => ({ ...item, picture: null })),
  method: "bitcoin",
  money: "held",
} as const
const paidWhole = {
  ...{
    number,
    totalPence,
    paidPence: totalPence,
    duePence: 0,
    credit: { pence: 0, label: "Credit" },
    followUrl,
  },
  ...{ isWhole: true, isPayable: true, isByLightning: false },
}
const seen = { number, received: due, followUrl }
const target = (amount: string, until: string) => ({
  url: payUrl,
  address,
  uri: `bitcoin:${address}?amount=${amount}&label=Bramble%20%26%20Comb`,
  code: samplePictures.code,
  byLightning: false,
  until,
})
const payPage = { url: "https://shop.test/checkout?order=order_01J", until: "2026-06-21T15:35:00.000Z" }
const difference = { url: payPage.url, pence: 1495 }
const refundAddress = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"
const given = {
  isAwaited: true,
  pence: totalPence,
  address: refundAddress,
  insteadOf: null,
  givenAt: "2026-06-22T09:05:00.000Z",
  cameBy: "link",
} as const
const previousAddress = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"
const refund = {
  ...{ number, pence: totalPence, isToCard: false, followUrl },
  ...{ satoshis: null, address: null, txid: null, preimage: null, transactionUrl: null },
  basis: "satoshis" as const,
}
const notice = {
  orderedAt: "2026-06-14T09:05:00.000Z",
  sentAt: "2026-06-21T14:05:00.000Z",
  items,
  name: "Ann Lee",
  address: "12 Long Lane, London EC1A 9HF",
}
const invoice: InvoiceInReview = {
  isInReview: true,
  dispute: null,
  closed: "expired",
  isCaptured: false,
  reasons: ["short", "late", "replaced"],
  dueSats: due,
  receivedSats: received,
  missingSats: due - received,
  settledSats: received,
  expiresAt,
  address,
  outputs: [
    { txid, sats: received, status: "confirmed", height: 812345, seenAt: "2026-06-21T15:40:00.000Z" },
    {
      txid: "0a1b2c3d".repeat(8),
      sats: due,
      status: "gone",
      height: null,
      seenAt: "2026-06-21T15:01:00.000Z",
    },
  ],
}
const device = {
  at: "2026-06-21T14:05:00.000Z",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: "203.0.113.7",
  resetUrl: "https://admin.shop.test/app/reset-password",
}

/** A view of each mail for every situation that changes its text. */
export const EXAMPLES = {
  "order-placed": examples(orderPlaced, {
    "to be paid in Bitcoin": { ...placed, payment: bitcoin },
    "paid in Bitcoin already": {
      ...placed,
      arrival: paidArrival,
      payment: { ...bitcoin, stage: "received" },
    },
    "time to pay is over": { ...placed, payment: { ...bitcoin, stage: "ended" } },
    "by card": { ...placed, payment: { method: "card" } },
    "to be paid on the card page": {
      ...placed,
      payment: { method: "card_page", stage: "awaiting", ...payPage },
    },
    "paid on the card page already": { ...placed, payment: { method: "card_page", stage: "received" } },
    "nothing to pay": {
      ...placed,
      arrival: paidArrival,
      discount: { codes: ["THANKYOU"], pence: 4085 },
      delivery: { label: "Standard First Class Untracked Delivery (Free)", pence: 0 },
      totalPence: 0,
      vat: [],
      payment: { method: "none" },
    },
    "with a discount code": {
      ...placed,
      discount: { codes: ["HONEY10"], pence: 408 },
      totalPence: totalPence - 408,
      vat: [
        { rate: 20, grossPence: 2645, vatPence: 441 },
        { rate: 0, grossPence: 2332, vatPence: 0 },
      ],
      payment: bitcoin,
    },
    "card page over": { ...placed, payment: { method: "card_page", stage: "ended" } },
  }),
  "order-changed": examples(orderChanged, {
    "more to pay in Bitcoin": { ...placed, payment: bitcoin },
    "a difference to pay": {
      ...{ ...placed, duePence: 1495 },
      payment: { method: "card_page", stage: "awaiting", ...payPage },
    },
    "an exchange, of which a part comes back": {
      ...{ ...placed, duePence: 1495, awaitedPence: 1295 },
      payment: { method: "card_page", stage: "awaiting", ...payPage },
    },
    "more to pay by card, nothing paid yet": {
      ...placed,
      payment: { method: "card_page", stage: "awaiting", ...payPage },
    },
    "more to pay, money on its way": { ...placed, payment: { ...bitcoin, stage: "received" } },
    "money goes back": { ...placed, duePence: -1495, payment: { method: "card_page", stage: "received" } },
    "too little to pay": {
      ...{ ...placed, duePence: 10, isPayable: false },
      payment: { ...bitcoin, stage: "ended" },
    },
    "nothing more to pay": { ...placed, duePence: 0, payment: { ...bitcoin, stage: "received" } },
  }),
  "payment-seen": examples(paymentSeen, {
    "one confirmation": { ...seen, requiredConfirmations: 1 },
    "three confirmations": { ...seen, requiredConfirmations: 3 },
    "six confirmations": { ...seen, requiredConfirmations: 6 },
  }),
  "payment-confirmed": examples(paymentConfirmed, {
    final: { ...paidWhole, received: due, card: null, arrival: laterArrival },
    "by Lightning": { ...paidWhole, isByLightning: true, received: due, card: null, arrival: null },
    "by card": { ...paidWhole, received: 0n, card: "Visa ending 4242", arrival: null },
    "and a difference is open": {
      ...{ ...paidWhole, paidPence: totalPence - 1495, duePence: 1495, isWhole: false },
      ...{ received: due, card: null, arrival: laterArrival },
    },
    "and too little for a payment is open": {
      ...{ ...paidWhole, paidPence: totalPence - 10, duePence: 10, isWhole: false, isPayable: false },
      ...{ received: due, card: null, arrival: null },
    },
    "the difference": {
      ...{
        ...paidWhole,
        paidPence: 1495,
        isWhole: false,
        received: 0n,
        card: "Visa ending 4242",
        arrival: null,
      },
    },
  }),
  "payment-underpaid": examples(paymentUnderpaid, {
    underpaid: {
      ...{ number, received, remaining: due - received },
      target: target("0.00004625", "2026-06-21T15:20:00.000Z"),
    },
  }),
  "payment-expired": examples(paymentExpired, {
    "a new quote is possible": { number, expiredAt: expiresAt, renewal: payPage, difference: null },
    "too late for a new quote": { number, expiredAt: expiresAt, renewal: null, difference: null },
    "of a difference": { number, expiredAt: expiresAt, renewal: null, difference },
  }),
  "payment-declined": examples(paymentDeclined, {
    declined: { number, ...payPage, difference: null },
    "a difference was declined": { number, ...payPage, difference },
  }),
  "payment-new-invoice": examples(paymentNewInvoice, {
    "made by staff": {
      ...{ number, duePence: totalPence, amount: due, followUrl },
      target: target("0.00134625", expiresAt),
    },
  }),
  "payment-review": examples(paymentReview, {
    "too late and too little": { number, received, reasons: ["late", "short"] },
  }),
  "order-dispatched": examples(orderDispatched, {
    "with tracking": {
      ...dispatched,
      tracking: {
        carrier: "Royal Mail",
        trackingNumber: "AB123456789GB",
        trackingUrl: "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
        isTracked: true,
      },
    },
    "without tracking": {
      ...dispatched,
      tracking: { carrier: null, trackingNumber: null, trackingUrl: null, isTracked: false },
    },
  }),
  "order-cancelled": examples(orderCancelled, {
    "paid in Bitcoin": cancelled,
    "paid in Bitcoin, with an address": { ...cancelled, money: "addressed" },
    "not paid": { ...cancelled, money: "none" },
    "refunded already": { ...cancelled, money: "returned" },
    "paid by card": { ...cancelled, method: "card" },
    "disputed by card": { ...cancelled, method: "card", money: "disputed" },
  }),
  "refund-address-request": examples(refundAddressRequest, {
    "in bitcoin": { number, pence: totalPence, satoshis: due, byLightning: true, followUrl },
    "amount in bitcoin still open": {
      number,
      pence: totalPence,
      satoshis: null,
      byLightning: false,
      followUrl,
    },
  }),
  "refund-address-confirmation": examples(refundAddressConfirmation, {
    "given by the link in a mail": { ...given, number, followUrl },
    "a Lightning address": { ...given, number, followUrl, address: "anna@wallet.example" },
    "changed by the signed-in buyer": {
      ...{ ...given, number, followUrl },
      cameBy: "account",
      insteadOf: previousAddress,
    },
  }),
  "refund-address-received": examples(refundAddressReceived, {
    given: { ...given, ...forStaff },
    "a Lightning address": { ...given, ...forStaff, address: "anna@wallet.example" },
    changed: { ...given, ...forStaff, insteadOf: previousAddress },
  }),
  "refund-sent": examples(refundSent, {
    "in bitcoin": {
      ...refund,
      satoshis: due,
      address: refundAddress,
      txid,
      transactionUrl: `https://mempool.space/tx/${txid}`,
    },
    "by Lightning": {
      ...{ ...refund, satoshis: due, address: "anna@wallet.example", txid },
      basis: "money",
      preimage: "7f".repeat(32),
    },
    "in pounds": refund,
    "to a card": { ...refund, isToCard: true },
  }),
  "withdrawal-acknowledged": examples(withdrawalAcknowledged, {
    "of two items": { number, notice, followUrl },
  }),
  "withdrawal-received": examples(withdrawalReceived, {
    "of two items": { ...forStaff, notice, pence: totalPence },
  }),
  "withdrawal-settled": examples(withdrawalSettled, {
    "with a note": {
      ...{ number, items, followUrl },
      note: "Both jars arrived unopened. We have refunded them.",
    },
  }),
  "order-link": examples(orderLink, {
    requested: { number, followUrl, isCorrected: false },
    "to a corrected address": { number, followUrl, isCorrected: true },
  }),
  "contact-acknowledged": examples(contactAcknowledged, {
    "to the sender": { receivedAt: sampleMessage.receivedAt, dueAt: null },
    "to a complaint about data": { receivedAt: complaint.receivedAt, dueAt: complaint.dueAt },
  }),
  "contact-answer": examples(contactAnswer, {
    "to the sender": {
      subject: sampleMessage.subject,
      answer: "Dear Ann,\n\nYes, it is raw: never warmer than the hive.\n\nBest wishes,\nMaya",
      message: sampleMessage.text,
      receivedAt: sampleMessage.receivedAt,
      continues: "contact-acknowledged:cmsg_1",
    },
  }),
  "contact-received": examples(contactReceived, {
    "from the contact form": sampleMessage,
    "a complaint about data": complaint,
  }),
  "payment-case": examples(paymentCase, { "late and too little": { ...forStaff, invoices: [invoice] } }),
  "payment-surplus": examples(paymentSurplus, {
    overpaid: {
      ...forStaff,
      pricePence: totalPence,
      surplusPence: 250,
      dueSats: satoshis(due),
      receivedSats: satoshis(due + 6_250n),
    },
  }),
  "payment-stuck": examples(paymentStuck, {
    "capture fails": {
      ...forStaff,
      ...{ effect: "capture", attempts: 6, error: "Medusa did not capture session payses_1." },
    },
    "a refund is not recorded": {
      ...forStaff,
      ...{ effect: "refund", attempts: 6, error: "Session payses_1 has no payment to refund." },
    },
  }),
  "card-case": examples(cardCase, {
    dispute: {
      ...forStaff,
      kind: "dispute",
      pence: totalPence,
      detail: "fraudulent, needs response",
      respondBy: "2026-07-01T22:59:00.000Z",
    },
    "dispute lost": {
      ...forStaff,
      kind: "dispute_lost",
      pence: totalPence,
      detail: "fraudulent",
      respondBy: null,
    },
    "paid after its end": {
      ...forStaff,
      kind: "paid_after_close",
      pence: totalPence,
      detail: "cs_1",
      respondBy: null,
    },
  }),
  "low-stock": examples(lowStock, {
    "two products": {
      threshold: 5,
      items: [
        { name: "Heather Honey", detail: "340 g · HON-HEATHER", left: 4 },
        { name: "Elder Gummies", detail: "GUM-ELDER", left: 0 },
      ],
      inventoryUrl: "https://admin.shop.test/app/inventory",
    },
  }),
  "staff-invitation": examples(staffInvitation, {
    "from a colleague": {
      expiresAt: "2026-06-22T14:05:00.000Z",
      invitationUrl: "https://admin.shop.test/app/invite?token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    },
  }),
  "staff-password-reset": examples(staffPasswordReset, {
    "asked for": {
      resetUrl: "https://admin.shop.test/app/reset-password?token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    },
  }),
  "staff-sign-in": examples(staffSignIn, { "from a browser": device }),
  "staff-second-factor": examples(staffSecondFactor, {
    added: { ...device, change: "added" },
    removed: { ...device, change: "removed" },
    "new codes": { ...device, change: "new-codes" },
  }),
} satisfies Record<MailName, unknown>

interface MailPreview {
  template: string
  situation: string
  mail: Email
}

function examples<View, Situation extends string>(
  { name, render }: { name: string; render: (view: View, shop: Shop) => Email },
  views: Record<Situation, NoInfer<View>>,
) {
  return {
    views,
    /** Every view rendered, optionally after a change of it. */
    previews: (shop: Shop, change: <Value>(value: Value) => Value = (value) => value): MailPreview[] =>
      Object.entries<View>(views).map(([situation, view]) => ({
        template: name,
        situation,
        mail: render(change(view), change(shop)),
      })),
  }
}

/** Every mail in every situation that changes its text. */
export function mailPreviews(): MailPreview[] {
  return Object.values(EXAMPLES).flatMap((mail) => mail.previews(sampleShop))
}
