import type { Page } from "@playwright/test"
import type { FollowedOrder, Order, OrderHistory, User } from "@shop/contracts"
import { madeUpOrder } from "./made-up"

const USER: User = {
  id: "cus_gallery",
  name: "Ada Lovelace",
  email: "ada@example.com",
  phone: "020 7946 0018",
  photo: null,
  createdAt: "2024-05-04T09:30:00.000Z",
  lastSignInAt: "2026-11-20T18:05:00.000Z",
}

/** Ada is signed in and has earlier orders. */
export async function beSignedIn(page: Page, shop: string): Promise<void> {
  const order = await madeUpOrder(shop, { status: "dispatched" })
  const orders = (["dispatched", "awaiting_payment", "refunded"] as const).map((status, index) =>
    summary({ ...order, id: `order_${String(index)}`, number: order.number - index, status }),
  )
  const history: OrderHistory = { orders, nextCursor: null }
  await page.addInitScript(() => localStorage.setItem("signed-in", "1"))
  await page.route(/\/api\/session$/, (route) => route.fulfill({ json: { user: USER } }))
  await page.route(/\/api\/account$/, (route) => route.fulfill({ json: { ...USER, claimableOrders: 1 } }))
  await page.route(/\/api\/account\/orders/, (route) => route.fulfill({ json: history }))
}

function summary({
  id,
  number,
  createdAt,
  status,
  total,
  refunded,
  items,
}: Order): OrderHistory["orders"][number] {
  return {
    id,
    number,
    createdAt,
    status,
    total,
    refunded,
    items: items.map((item) => ({ ...item, productId: item.id })),
  }
}

/** Ada's dispatched order, which only she may see. @returns the page's path */
export async function haveFollowedOrder(page: Page, shop: string): Promise<string> {
  const order = await madeUpOrder(shop, {
    status: "dispatched",
    bitcoin: { state: "confirmed", confirmations: 6 },
  })
  const followed: FollowedOrder = {
    ...order,
    createdAt: "2026-11-18T10:02:00.000Z",
    bitcoin: order.bitcoin && { ...order.bitcoin, receivedSats: order.bitcoin.amountSats },
    items: order.items.map((item) => ({ ...item, productId: item.id })),
    delivery: "Special Delivery (Tracked)",
    timeline: [
      { step: "placed", at: "2026-11-18T10:02:00.000Z" },
      { step: "payment_seen", at: "2026-11-18T10:06:00.000Z" },
      { step: "payment_confirmed", at: "2026-11-18T10:31:00.000Z" },
      { step: "dispatched", at: "2026-11-19T15:40:00.000Z" },
      { step: "delivered", at: null },
    ],
    owner: {
      email: USER.email,
      name: "Ada Lovelace",
      address: "12 St James's Square",
      city: "London",
      postcode: "SW1Y 4JH",
      phone: "020 7946 0018",
      parcels: [
        {
          dispatchedAt: "2026-11-19T15:40:00.000Z",
          deliveredAt: null,
          tracking: [{ number: "AB123456785GB", url: null }],
        },
      ],
      refund: null,
      cancellation: null,
      withdrawal: { until: null, sent: null },
      transactions: [
        {
          txid: "9f2b6c1d0e4a58b7c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0",
          url: null,
          sats: order.bitcoin?.amountSats ?? "0",
          isByLightning: false,
          confirmations: 6,
        },
      ],
    },
  }
  await page.route(/\/api\/orders\/order_gallery\/events/, (route) => route.abort())
  await page.route(/\/api\/orders\/order_gallery$/, (route) => route.fulfill({ json: followed }))
  return "/orders/order_gallery"
}
