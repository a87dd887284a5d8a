import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { AMOUNT_DUE } from "medusa-payments/amount-due"
import { penceColumn } from "../platform/money"
import { querySql } from "../platform/sql/query"
import { paidOf, type OrderContent, type paidOrder } from "./projections"

const orderRow = z.object({ due: penceColumn })

/** What its buyer owes now, in pence; below zero: what goes back to them. */
export async function amountDueOf(container: MedusaContainer, orderId: string): Promise<number> {
  const [order] = await querySql(
    container,
    orderRow,
    `select coalesce(${AMOUNT_DUE}, 0) as due from "order" o where o.id = :orderId`,
    { orderId },
  )
  return order?.due ?? 0
}

/** A part of the order is paid, and a change made more due. Medusa's sums follow a first capture a moment later: that is no difference. */
export const isDifferenceDue = (
  order: Pick<OrderContent, "version"> & z.output<typeof paidOrder>,
  duePence: number,
) => order.version > 1 && duePence > 0 && paidOf(order).captured > 0
