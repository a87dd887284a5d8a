import type { MedusaContainer } from "@medusajs/framework/types"
import { ACCESS } from "../modules/access"
import { idRow, querySql } from "../platform/sql/query"

/**
 * A key for the browser that has placed a guest's order, like the one in the mail. A repeated request for an order must name its
 * email address too. Null for another address, and for an order of an account, which signing in opens.
 */
export async function issueKeyToGuest(
  container: MedusaContainer,
  orderId: string,
  email: string,
): Promise<string | null> {
  const [order] = await querySql(
    container,
    idRow,
    `select o.id from "order" o left join customer c on c.id = o.customer_id
      where o.id = :orderId and lower(o.email) = lower(:email) and not coalesce(c.has_account, false)`,
    { orderId, email },
  )
  return order ? container.resolve(ACCESS).issueOrderKey(orderId, { isMailed: false }) : null
}
