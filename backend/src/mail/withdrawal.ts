import { z } from "@medusajs/framework/zod"
import { readWithdrawal } from "../orders/withdrawals"
import { fact, lines, type Block } from "./blocks"
import type { MailContext } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { ukTime } from "./formats"
import { itemLines, type Item } from "./order-blocks"
import { readOrderView } from "./order-view"

/** What the outbox stores of a mail about a return. */
export const aboutWithdrawal = z.object({ orderId: z.string() })

/** The buyer's notice as it was sent. */
export interface Notice {
  number: number
  orderedAt: string
  sentAt: string
  items: Item[]
  name: string
  address: string
}

export const sampleNotice: Notice = {
  number: sampleOrder.number,
  orderedAt: "2026-06-14T09:05:00.000Z",
  sentAt: "2026-06-21T14:05:00.000Z",
  items: sampleOrder.items,
  name: "Ann Lee",
  address: "12 Long Lane, London EC1A 9HF",
}

/** The order with its notice. Null when either is gone. */
export async function readNotice(context: MailContext, orderId: string) {
  const [found, withdrawal] = await Promise.all([
    readOrderView(context, { orderId }),
    readWithdrawal(context.container, orderId),
  ])
  if (found === null || withdrawal === null) return null
  const { at: sentAt, items, name, address } = withdrawal
  const { order } = found
  const notice: Notice = {
    number: order.display_id,
    orderedAt: order.created_at.toISOString(),
    sentAt,
    items,
    name,
    address,
  }
  return { order, withdrawal, notice }
}

/** The model cancellation form, filled in (Consumer Contracts Regulations 2013, Schedule 3, part B). */
export function noticeBlocks({ number, orderedAt, sentAt, items, name, address }: Notice): Block[] {
  return [
    lines(["I hereby give notice that I cancel my contract of sale of the following goods:"]),
    itemLines(items),
    fact("Order number", String(number)),
    fact("Ordered on", ukTime(orderedAt)),
    fact("Name", name),
    fact("Address", address),
    fact("Sent on", ukTime(sentAt)),
  ]
}
