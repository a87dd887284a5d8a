import { request } from "@playwright/test"
import { z } from "zod"
import type { Stack } from "../stack/stack"

const orderSchema = z.object({
  order: z.object({
    id: z.string(),
    display_id: z.number(),
    payment_status: z.string(),
    items: z.array(z.object({ id: z.string(), title: z.string(), quantity: z.number() })),
  }),
})
const itemsSchema = z.object({
  order: z.object({ items: z.array(z.object({ id: z.string(), quantity: z.number() })) }),
})
const paymentsSchema = z.object({
  order: z.object({
    payment_collections: z.array(z.object({ payments: z.array(z.object({ id: z.string() })) })),
  }),
})
const fulfilledSchema = z.object({
  order: z.object({ fulfillments: z.array(z.object({ id: z.string() })) }),
})
const ordersSchema = z.object({ orders: z.array(z.object({ id: z.string(), email: z.string() })) })
const reservationsSchema = z.object({
  reservations: z.array(z.object({ line_item_id: z.string(), quantity: z.number() })),
})

type Cookies = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>>["cookies"]

/** The Medusa admin's API, as the staff's browser calls it. */
export class Staff {
  private browserSession: Promise<Cookies> | undefined

  private constructor(
    private readonly backendUrl: string,
    private readonly token: string,
  ) {}

  static async signIn({ backendUrl, admin }: Stack): Promise<Staff> {
    const response = await fetch(`${backendUrl}/auth/user/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(admin),
    })
    const { token } = z.object({ token: z.string() }).parse(await response.json())
    return new Staff(backendUrl, token)
  }

  /** @returns the cookies of a browser that is signed in to the admin: one sign-in, however often it is asked for */
  cookies(): Promise<Cookies> {
    this.browserSession ??= this.openSession()
    return this.browserSession
  }

  private async openSession(): Promise<Cookies> {
    const browser = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${this.token}` } })
    const answer = await browser.post(`${this.backendUrl}/auth/session`)
    if (!answer.ok()) throw new Error(`/auth/session: ${String(answer.status())} ${await answer.text()}`)
    const { cookies } = await browser.storageState()
    await browser.dispose()
    return cookies
  }

  async order(id: string) {
    return orderSchema.parse(await this.get(`/admin/orders/${id}?fields=id,display_id,payment_status,*items`))
      .order
  }

  /** @returns the ids of all orders a buyer has placed */
  async ordersOf(email: string): Promise<string[]> {
    const found = await this.get(`/admin/orders?fields=id,email&q=${encodeURIComponent(email)}`)
    return ordersSchema
      .parse(found)
      .orders.filter((order) => order.email === email)
      .map(({ id }) => id)
  }

  /** @returns how many of each line of an order are reserved in the stock */
  async reserved(lineIds: readonly string[]): Promise<Record<string, number>> {
    const query = lineIds.map((id) => `line_item_id[]=${id}`).join("&")
    const { reservations } = reservationsSchema.parse(await this.get(`/admin/reservations?${query}`))
    return Object.fromEntries(reservations.map(({ line_item_id, quantity }) => [line_item_id, quantity]))
  }

  async cancel(id: string): Promise<void> {
    await this.post(`/admin/orders/${id}/cancel`, {})
  }

  /** Has the order's addresses looked at out of turn. */
  async lookAgain(id: string): Promise<void> {
    await this.post(`/admin/bitcoin/orders/${id}/look`, {})
  }

  /** Takes the money of a card order, packs all of it and sends it on its way. */
  async dispatch(id: string, tracking: { number: string; url: string }): Promise<void> {
    const { order } = paymentsSchema.parse(
      await this.get(`/admin/orders/${id}?fields=id,*payment_collections.payments`),
    )
    for (const { payments } of order.payment_collections)
      for (const payment of payments) await this.post(`/admin/payments/${payment.id}/capture`, {})
    await this.send(id, tracking)
  }

  /** Packs all of an order and sends it on its way. */
  async send(id: string, tracking: { number: string; url: string }): Promise<void> {
    const { order } = itemsSchema.parse(await this.get(`/admin/orders/${id}?fields=id,*items`))
    const items = order.items.map((item) => ({ id: item.id, quantity: item.quantity }))
    await this.post(`/admin/orders/${id}/fulfillments`, { items })
    const packed = fulfilledSchema.parse(await this.get(`/admin/orders/${id}?fields=id,*fulfillments`))
    for (const parcel of packed.order.fulfillments)
      await this.post(`/admin/orders/${id}/fulfillments/${parcel.id}/shipments`, {
        items,
        labels: [{ tracking_number: tracking.number, tracking_url: tracking.url, label_url: tracking.url }],
      })
  }

  private get(path: string): Promise<unknown> {
    return this.call(path, {})
  }

  private post(path: string, body: object): Promise<unknown> {
    return this.call(path, { method: "POST", body: JSON.stringify(body) })
  }

  private async call(path: string, request: RequestInit): Promise<unknown> {
    const response = await fetch(this.backendUrl + path, {
      ...request,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
    })
    if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`)
    return response.json()
  }
}
