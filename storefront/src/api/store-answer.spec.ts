import type { Order } from "@shop/contracts"
import { noop, QueryClient } from "@tanstack/react-query"
import { afterEach, beforeAll, expect, test } from "vitest"
import { lateParserOf } from "./load-schemas"
import { orderQuery } from "./order-query"
import { setTransport, storeAnswer } from "./request"

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

test("a read that began before an answer was stored does not overwrite it", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let answer: (response: Response) => void = noop
  setTransport(() => new Promise((resolve) => (answer = resolve)))
  client.setQueryData(orderQuery("order_1").queryKey, anOrder("awaiting_payment"))

  const looking = client.query(orderQuery("order_1")).catch(noop)
  storeAnswer(client, orderQuery("order_1"), anOrder("paid"))
  answer(Response.json(anOrder("awaiting_payment")))
  await looking
  await new Promise((later) => setTimeout(later))

  expect(client.getQueryData(orderQuery("order_1").queryKey)?.status).toBe("paid")
})
