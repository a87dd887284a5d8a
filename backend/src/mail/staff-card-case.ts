import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { CASE_KINDS } from "../modules/card-payment"
import { CARD_CASES } from "../orders/card-texts"
import { querySql } from "../platform/sql/query"
import { fact, heading, paragraph } from "./blocks"
import { staffMail } from "./define-order-mail"
import { ukTime } from "./formats"
import { openOrder } from "./order-blocks"

const cardCaseRow = z.object({
  kind: z.enum(CASE_KINDS),
  pence: z.number().int(),
  detail: z.string(),
  respondBy: z
    .date()
    .nullable()
    .transform((date) => date?.toISOString() ?? null),
})

export const cardCase = staffMail({
  name: "card-case",
  label: "To staff: card payment case",
  schema: z.object({ orderId: z.string(), caseId: z.string() }),
  async load(_found, { container }, { caseId }) {
    const [open] = await querySql(
      container,
      cardCaseRow,
      `select kind, pence, detail, respond_by as "respondBy" from card_case where id = :caseId and closed_at is null`,
      { caseId },
    )
    return open ?? null
  },
  render({ number, totalPence, kind, pence, detail, respondBy, ...order }) {
    const { what, next } = CARD_CASES[kind]
    return {
      subject: `Order ${number}: ${what}`,
      preview: next,
      title: `A card payment of order ${number} needs you`,
      blocks: [
        paragraph(`${what}.`),
        fact("Amount", formatPence(pence)),
        fact("Details", detail),
        ...(respondBy === null ? [] : [fact("Answer before", ukTime(respondBy))]),
        heading("What you can do"),
        paragraph(next),
        fact("Order total", formatPence(totalPence)),
        ...openOrder(order),
      ],
    }
  },
})
