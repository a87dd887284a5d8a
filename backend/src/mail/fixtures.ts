import type { Shop } from "./shop"

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

export const sampleOrder = {
  number: 1042,
  totalPence: 5385,
  items: [
    { name: "Heather Honey", detail: "340 g", quantity: 2 },
    { name: "Elder Gummies", detail: "", quantity: 1 },
  ],
  deliverTo: ["Ann Lee", "12 Long Lane", "London", "EC1A 9HF"],
  buyer: "ann@x.test",
  followUrl: "https://shop.test/orders/order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU",
}

/** A payment of `due` satoshis to `address`, of which only `received` have arrived. */
export const samplePayment = {
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  due: 134_625n,
  received: 130_000n,
  expiresAt: "2026-06-21T15:05:00.000Z",
  txid: "4e3b2d1c".repeat(8),
}

export const sampleMessage = {
  name: "Ann",
  email: "ann@x.test",
  subject: "Honey",
  text: "Is it raw?\n\nAnd where do the bees live?",
  receivedAt: "2026-06-21T14:05:00.000Z",
}

export const sampleRefundAddress = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"
