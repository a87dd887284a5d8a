import type { Order } from "@shop/contracts"
import { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeAll, expect, test } from "vitest"
import { lateParserOf } from "./load-schemas"
import { orderQuery } from "./order-query"
import { setTransport } from "./request"
import { serverNow } from "./server-clock"

beforeAll(lateParserOf("orderSchema"))
afterEach(() => setTransport((path, init) => fetch(path, init)))

const anOrder = (status: Order["status"]): Order => ({
  id: "order_1",
  number: 7,
  paymentMethod: "bitcoin",
  status,
  total: "12.50",
  bitcoinAddress: null,
  bitcoin: null,
  cardPayment: null,
  createdAt: "2026-01-05T12:00:00.000Z",
  subtotal: "12.50",
  discount: null,
  shippingCost: "0.00",
  refunded: null,
  isPartlySent: false,
  amountDue: "0.00",
  amountAwaited: "0.00",
  amountToReturn: "0.00",
  items: [],
})

test("reading an order synchronises the clock with the shop", async () => {
  const anHourAhead = Date.now() + 3_600_000
  setTransport(() =>
    Promise.resolve(
      Response.json(anOrder("paid"), { headers: { date: new Date(anHourAhead).toUTCString() } }),
    ),
  )
  await new QueryClient().query(orderQuery("order_1"))
  expect(Math.abs(serverNow() - anHourAhead)).toBeLessThan(1500)
})
