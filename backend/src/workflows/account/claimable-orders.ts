import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"

/**
 * Orders that guests placed with this address, however they wrote it. Whoever proved to Google that the address is
 * theirs has had the mails about them all along.
 * @param email verified
 */
async function claimableOrders(container: MedusaContainer, email: string): Promise<string[]> {
  const rows = await databaseOf(container).ask(
    z.object({ id: z.string() }),
    `select o.id
       from customer c
       join "order" o on o.customer_id = c.id and o.deleted_at is null
      where lower(c.email) = :email and not c.has_account and c.deleted_at is null
        and lower(o.email) = :email`,
    { email: email.toLowerCase() },
  )
  return rows.map(({ id }) => id)
}

/** How many guest orders are there to be brought over. @param email verified */
export async function countClaimableOrders(container: MedusaContainer, email: string): Promise<number> {
  return (await claimableOrders(container, email)).length
}

/** Brings a customer's guest orders over to their account. @returns how many; none when asked again */
export async function claimGuestOrders(
  container: MedusaContainer,
  { id, email }: { id: string; email: string },
): Promise<number> {
  const orders = await claimableOrders(container, email)
  if (orders.length > 0) {
    await container
      .resolve(Modules.ORDER)
      .updateOrders(orders.map((order) => ({ id: order, customer_id: id })))
  }
  return orders.length
}
