import type { TemplateName } from "../templates"
import { bitcoin, cancelled, dispatched, order } from "./orders"
import { expired, newInvoice, review, staffCase, underpaid } from "./payments"
import { asked, given, insteadOf, kept, made } from "./refunds"
import { followUrl, shop } from "./shop"

/** A situation in which a mail is sent, with what its template is given then. */
interface Sample {
  situation: string
  data: object
}

const receivedAt = "2026-06-21T14:05:00.000Z"

/** Every mail in the situations that change its words: what the previews show, and what the tests try. */
export const SAMPLES = {
  "order-placed": [
    { situation: "to be paid in Bitcoin", data: order },
    { situation: "paid in Bitcoin already", data: { ...order, payment: { ...bitcoin, stage: "received" } } },
    { situation: "time to pay is over", data: { ...order, payment: { ...bitcoin, stage: "ended" } } },
    { situation: "by card", data: { ...order, payment: { method: "card" } } },
  ],
  "payment-seen": [
    {
      situation: "on the network",
      data: { shop, number: 1042, receivedBtc: "0.00134625", requiredConfirmations: 3, followUrl },
    },
  ],
  "payment-confirmed": [
    {
      situation: "final",
      data: { shop, number: 1042, totalPence: 5385, receivedBtc: "0.00134625", followUrl },
    },
  ],
  "payment-underpaid": [{ situation: "too little came", data: underpaid }],
  "payment-expired": [
    { situation: "a new quote can be had", data: expired },
    { situation: "too late for a new quote", data: { ...expired, renewal: null } },
  ],
  "payment-new-invoice": [{ situation: "made by staff", data: newInvoice }],
  "payment-review": [{ situation: "too late and too little", data: review }],
  "order-dispatched": [
    { situation: "with tracking", data: dispatched },
    {
      situation: "without tracking",
      data: { ...dispatched, tracking: { carrier: null, trackingNumber: null, trackingUrl: null } },
    },
  ],
  "order-cancelled": [
    { situation: "paid in Bitcoin", data: cancelled },
    { situation: "not paid", data: { ...cancelled, money: "none" } },
    { situation: "given back already", data: { ...cancelled, money: "returned" } },
    { situation: "paid by card", data: { ...cancelled, method: "card" } },
  ],
  "refund-asked": [
    { situation: "in bitcoin", data: asked },
    { situation: "amount in bitcoin still open", data: { ...asked, bitcoin: null } },
  ],
  "refund-address-kept": [
    { situation: "given by the link in a mail", data: kept },
    { situation: "changed by the signed-in buyer", data: { ...kept, cameBy: "account", insteadOf } },
  ],
  "refund-address-given": [
    { situation: "to staff", data: given },
    { situation: "to staff, changed", data: { ...given, insteadOf } },
  ],
  "refund-made": [
    { situation: "in bitcoin", data: made },
    { situation: "in pounds", data: { ...made, bitcoin: null } },
  ],
  "order-link": [{ situation: "asked for", data: { shop, number: 1042, followUrl } }],
  "contact-acknowledged": [{ situation: "to the sender", data: { shop, receivedAt } }],
  "contact-answer": [
    {
      situation: "to the sender",
      data: {
        shop,
        subject: "Honey",
        answer: "Dear Ann,\n\nyes, it is raw: never warmer than the hive.\n\nBest wishes,\nMaya",
        message: "Is it raw?\n\nAnd where do the bees live?",
        receivedAt,
      },
    },
  ],
  "contact-received": [
    {
      situation: "to staff",
      data: {
        shop,
        name: "Ann",
        email: "ann@x.test",
        subject: "Honey",
        message: "Is it raw?\n\nAnd where do the bees live?",
        receivedAt,
      },
    },
  ],
  "payment-case": [{ situation: "to staff", data: staffCase }],
  "payment-stuck": [
    {
      situation: "to staff",
      data: {
        shop,
        number: 1042,
        orderUrl: "https://admin.shop.test/app/orders/order_1",
        deed: "capture",
        attempts: 6,
        error: "Medusa did not capture session payses_1.",
      },
    },
  ],
  "low-stock": [
    {
      situation: "to staff",
      data: {
        shop,
        threshold: 5,
        items: [
          { name: "Heather Honey", detail: "340 g · HON-HEATHER", left: 4 },
          { name: "Elder Gummies", detail: "GUM-ELDER", left: 0 },
        ],
        adminUrl: "https://admin.shop.test/app/inventory",
      },
    },
  ],
} as const satisfies Record<TemplateName, readonly Sample[]>
