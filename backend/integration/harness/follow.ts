import { orderSchema, type Order } from "@shop/contracts"
import { expect } from "vitest"

/** Reads the event stream until `isEnough`. */
export async function follow(
  backendUrl: string,
  id: string,
  isEnough: (orders: Order[]) => boolean,
): Promise<Order[]> {
  const stop = new AbortController()
  const response = await fetch(new URL(`/api/orders/${id}/events`, backendUrl), { signal: stop.signal })
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  const orders: Order[] = []
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString("utf8")
    const events = text.split("\n\n")
    text = events.pop() ?? ""
    for (const event of events) {
      const data = /^event: order\ndata: (.*)$/.exec(event)?.[1]
      if (data !== undefined) orders.push(orderSchema.parse(JSON.parse(data)))
    }
    if (isEnough(orders)) break
  }
  stop.abort()
  return orders
}
