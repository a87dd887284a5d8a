import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { idRow, querySql } from "../platform/sql/query"

/**
 * Guest orders with this address, whatever its case. The owner of a verified address has received their mails anyway.
 * @param email verified
 */
async function claimableOrders(container: MedusaContainer, email: string): Promise<string[]> {
  const rows = await querySql(
    container,
    idRow,
    `select o.id
       from customer c
       join "order" o on o.customer_id = c.id and o.deleted_at is null
      where lower(c.email) = :email and not c.has_account and c.deleted_at is null
        and lower(o.email) = :email`,
    { email: email.toLowerCase() },
  )
  return rows.map(({ id }) => id)
}

export async function countClaimableOrders(container: MedusaContainer, email: string): Promise<number> {
  return (await claimableOrders(container, email)).length
}

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
