import type { MedusaContainer } from "@medusajs/framework/types"
import { idRow, querySql } from "../platform/sql/query"

/**
 * Deletes guests, and customers that staff deleted, of whom no order or cart is left. Their orders were made anonymous or
 * never placed. Customers that staff created stay until staff delete them.
 */
export async function eraseGuestsWithoutOrders(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
    `delete from customer c
      where (c.deleted_at is not null or (not c.has_account and c.created_by is null))
        and c.created_at < now() - interval '1 day'
        and not exists (select 1 from "order" o where o.customer_id = c.id)
        and not exists (select 1 from cart k where k.customer_id = c.id)
  returning c.id`,
  )
}

/** All customers with the e-mail address of this one, ignoring case: an account, and guests by their orders. */
export async function customersWithMailboxOf(
  container: MedusaContainer,
  customerId: string,
): Promise<string[]> {
  const found = await querySql(
    container,
    idRow,
    `select c.id from customer c join customer given on given.id = :customerId
      where c.id = given.id or lower(c.email) = lower(given.email)`,
    { customerId },
  )
  return found.map(({ id }) => id)
}
