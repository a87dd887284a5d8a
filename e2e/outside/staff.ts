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
const ordersSchema = z.object({ orders: z.array(z.object({ id: z.string(), email: z.string() })) })
const reservationsSchema = z.object({
  reservations: z.array(z.object({ line_item_id: z.string(), quantity: z.number() })),
})

/** The Medusa admin's API, as the staff's browser calls it. */
export class Staff {
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

  private async get(path: string): Promise<unknown> {
    const response = await fetch(this.backendUrl + path, {
      headers: { authorization: `Bearer ${this.token}` },
    })
    if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`)
    return response.json()
  }
}
