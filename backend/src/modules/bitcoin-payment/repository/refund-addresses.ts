import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PaymentReview, RefundAddress } from "../ports/payment-review"
import { rows, type Connection } from "./database"

const addressRow = z
  .object({
    id: z.string(),
    invoice_id: z.string(),
    address: z.string(),
    came_by: z.enum(["link", "account"]),
    created_at: z.date().transform((date) => date.getTime()),
  })
  .transform(({ invoice_id: invoiceId, came_by: cameBy, created_at: at, ...row }): RefundAddress => ({
    ...row,
    invoiceId,
    cameBy,
    at,
  }))

/** Where buyers want the money of these invoices, the first word first; not of orders that were made anonymous. */
export async function refundAddressesOf(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<RefundAddress[]> {
  const found = await rows(
    connection,
    `select * from bitcoin_refund_address where invoice_id = any(?) and address is not null order by position`,
    [[...invoiceIds]],
  )
  return found.map((row) => addressRow.parse(row))
}

/** Adds a word of the buyer's; the earlier ones stay. */
export async function addRefundAddress(
  connection: Connection,
  invoiceId: string,
  { address, cameBy }: Pick<RefundAddress, "address" | "cameBy">,
): Promise<void> {
  await rows(
    connection,
    `insert into bitcoin_refund_address (id, invoice_id, address, came_by) values (?, ?, ?, ?)`,
    [generateEntityId(undefined, "btcadr"), invoiceId, address, cameBy],
  )
}

/** Addresses of which buyer and staff have yet to hear: the table is their outbox. */
export function refundAddressNotifications(
  connection: Connection,
): Pick<PaymentReview, "unnotifiedAddresses" | "markAddressNotified" | "isShopAddress"> {
  return {
    unnotifiedAddresses: async () => {
      const found = await rows(
        connection,
        `select a.*, i.order_id from bitcoin_refund_address a join bitcoin_invoice i on i.id = a.invoice_id
          where a.notified_at is null and a.address is not null order by a.position limit 50`,
      )
      return found.map((row) => ({
        given: addressRow.parse(row),
        orderId: z.object({ order_id: z.string() }).parse(row).order_id,
      }))
    },
    markAddressNotified: async (id) => {
      await rows(
        connection,
        `update bitcoin_refund_address set notified_at = now(), updated_at = now() where id = ? and notified_at is null`,
        [id],
      )
    },
    isShopAddress: async (address) => {
      const found = await rows(connection, `select 1 from bitcoin_invoice where address = ? limit 1`, [
        address,
      ])
      return found.length > 0
    },
  }
}
