import { expect, it } from "vitest"
import { daysCsv, sellersCsv } from "./report-csv"

const nothing = { sales: [], orders: [], sellers: [], shortages: [] }

it("writes money with its sign, also where it is less than a pound", () => {
  const day = "2026-11-21"
  const sales = [
    { day, method: "Bitcoin", taken: 1295, refunded: -50, disputed: 0 },
    { day, method: "Card", taken: -1205, refunded: 0, disputed: 3250 },
  ]
  expect(
    daysCsv({ ...nothing, sales, orders: [{ day, method: "Card", placed: 2, paid: 1 }] })
      .split("\r\n")
      .slice(1),
  ).toEqual([
    "2026-11-21,Bitcoin,12.95,-0.50,0.00,0,0",
    "2026-11-21,Card,-12.05,0.00,32.50,2,1",
    "Total,,0.90,-0.50,32.50,2,1",
    "",
  ])
  const sellers = [{ title: "Heather Honey", quantity: 3, pence: -5 }]
  expect(sellersCsv({ ...nothing, sellers })).toContain("Heather Honey,3,-0.05")
})
