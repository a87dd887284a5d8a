import type { Shop } from "../layout/shop"

/** Who writes in the samples. */
export const shop: Shop = {
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

export const followUrl = "https://shop.test/orders/order_01J#key=Zm9sbG93LW1lLWZvbGxvdy1tZS1mb2xsb3ctbWU"
