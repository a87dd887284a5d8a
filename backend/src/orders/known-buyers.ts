import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { Buyer } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { querySql } from "../platform/sql/query"

const KNOWN = `
  select c.has_account or exists (
           select 1 from order_key k where k.order_id = o.id and k.opened_at is not null and k.deleted_at is null)
         or exists (
           select 1 from order_payment_collection l join payment_collection p on p.id = l.payment_collection_id
            where l.order_id = o.id and l.deleted_at is null and p.captured_amount > 0) as known
    from customer c left join "order" o on o.customer_id = c.id and o.deleted_at is null
   where c.deleted_at is null`

const knownRow = z.object({ known: z.boolean() })

/**
 * A buyer whose address has proved true: they are signed in, have opened the link in one of our emails, or have paid an
 * order. Typing such an address is no proof, but an address takes a small share of what others need.
 */
export function buyerOf(
  container: MedusaContainer,
  { email, customerId }: { email: string; customerId: string | null },
): Buyer {
  return {
    isKnown: async () => {
      if (customerId !== null) return true
      const rows = await querySql(
        container,
        knownRow,
        `${KNOWN} and c.email = :email and not c.has_account`,
        {
          email,
        },
      )
      return rows.some(({ known }) => known)
    },
  }
}

/** The same of an order's buyer. */
export function buyerOfOrder(container: MedusaContainer, orderId: string): Buyer {
  return {
    isKnown: async () => {
      const rows = await querySql(
        container,
        knownRow,
        `${KNOWN} and c.id = (select customer_id from "order" where id = :orderId)`,
        { orderId },
      )
      return rows.some(({ known }) => known)
    },
  }
}
