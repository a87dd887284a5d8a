import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { TEMPLATES } from "../../modules/mail"
import { databaseOf } from "../../query/database"
import type { ComposedMail } from "./composed"
import { orderAddress } from "./order-address"
import { readSeller } from "./shop"

const asked = z.object({ email: z.string(), number: z.number().int() })

/** The link to an order for whoever gave its number and its own address; null when there is no such order. */
export async function orderLinkMail(container: MedusaContainer, data: unknown): Promise<ComposedMail | null> {
  const { email, number } = asked.parse(data)
  const [order] = await databaseOf(container).ask(
    z.object({ id: z.string() }),
    `select id from "order" where display_id = cast(:number as integer) and lower(email) = :email and deleted_at is null`,
    { number: String(number), email },
  )
  if (!order) return null
  const mail = TEMPLATES["order-link"]({
    shop: await readSeller(container),
    number,
    followUrl: await orderAddress(container, order.id),
  })
  return { mail, resource: { id: order.id, type: "order" } }
}
