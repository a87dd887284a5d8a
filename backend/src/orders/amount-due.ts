import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "@medusajs/framework/zod"
import { readAmountDue, readAmountsDue } from "medusa-payments/amount-due"
import { toPence } from "../platform/money"
import { paidOf, type OrderContent, type paidOrder } from "./projections"

/** What its buyer owes now, in pence; below zero: what goes back to them. */
export const amountDueOf = async (container: MedusaContainer, orderId: string): Promise<number> =>
  toPence((await readAmountDue(container, orderId)) ?? 0)

/** The same with what is awaited: open too, but paid for by what comes back in an exchange, and so not asked for. */
export async function amountsDueOf(container: MedusaContainer, orderId: string) {
  const { due, awaited } = (await readAmountsDue(container, orderId)) ?? { due: 0, awaited: 0 }
  return { due: toPence(due), awaited: toPence(awaited) }
}

/** A part of the order is paid, and a change made more due. Medusa's sums follow a first capture a moment later: that is no difference. */
export const isDifferenceDue = (
  order: Pick<OrderContent, "version"> & z.output<typeof paidOrder>,
  duePence: number,
) => order.version > 1 && duePence > 0 && paidOf(order).captured > 0
