import type { OrderCancelled } from "../templates/order-cancelled"
import type { OrderDispatched } from "../templates/order-dispatched"
import type { OrderPlaced } from "../templates/order-placed"
import { followUrl, shop } from "./shop"

const deliverTo = ["Ann Lee", "12 Long Lane", "London", "EC1A 9HF"]
const goods = [
  { name: "Heather Honey", detail: "340 g", quantity: 2 },
  { name: "Elder Gummies", detail: "", quantity: 1 },
]

export const bitcoin = {
  method: "bitcoin",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  amountBtc: "0.00134625",
  uri: "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.00134625",
  expiresAt: "2026-06-21T15:05:00.000Z",
  stage: "awaiting",
} as const

export const order: OrderPlaced = {
  shop,
  number: 1042,
  placedAt: "2026-06-21T14:05:00.000Z",
  items: [
    { name: "Heather Honey", detail: "340 g", quantity: 2, totalPence: 2590 },
    { name: "Elder Gummies", detail: "", quantity: 1, totalPence: 1495 },
  ],
  subtotalPence: 4085,
  delivery: { label: "Special Delivery (Tracked)", pence: 1300 },
  totalPence: 5385,
  vat: [
    { rate: 20, grossPence: 2795, vatPence: 466 },
    { rate: 0, grossPence: 2590, vatPence: 0 },
  ],
  deliverTo,
  payment: bitcoin,
  followUrl,
}

export const dispatched: OrderDispatched = {
  shop,
  number: 1042,
  tracking: {
    carrier: "Royal Mail",
    trackingNumber: "AB123456789GB",
    trackingUrl: "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
  },
  goods,
  deliverTo,
  followUrl,
}

export const cancelled: OrderCancelled = {
  shop,
  number: 1042,
  totalPence: 5385,
  goods,
  method: "bitcoin",
  money: "held",
}
