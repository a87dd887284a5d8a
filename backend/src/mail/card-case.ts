import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { ukTime } from "./formats"
import { adminOrderUrl, readOrderView } from "./order-view"
import { CARD_CASES } from "../orders/card-cases"
import { CASE_KINDS, type CaseKind } from "../modules/card-payment"
import { querySql } from "../platform/sql/query"

const caseRow = z.object({
  kind: z.enum(CASE_KINDS),
  pence: z.number().int(),
  detail: z.string(),
  respond_by: z.date().nullable(),
})

interface View {
  number: number
  totalPence: number
  buyer: string
  kind: CaseKind
  pence: number
  detail: string
  respondBy: string | null
  orderUrl: string
}

const fixture: View = {
  number: sampleOrder.number,
  totalPence: sampleOrder.totalPence,
  buyer: sampleOrder.buyer,
  kind: "dispute",
  pence: sampleOrder.totalPence,
  detail: "fraudulent, needs response",
  respondBy: "2026-07-01T22:59:00.000Z",
  orderUrl: "https://backend.shop.test/app/orders/order_01J",
}

/** To staff: something about a card payment needs a person. */
export const cardCase = defineMail({
  name: "card-case",
  audience: "staff",
  resource: "order",
  schema: z.object({ orderId: z.string(), caseId: z.string() }),
  async load(context, { orderId, caseId }) {
    const [found, [open]] = await Promise.all([
      readOrderView(context, { orderId }),
      querySql(
        context.container,
        caseRow,
        `select kind, pence, detail, respond_by from card_case where id = :caseId and closed_at is null`,
        { caseId },
      ),
    ])
    if (found === null || open === undefined) return null
    const { order } = found
    const view: View = {
      number: order.display_id,
      totalPence: order.total,
      buyer: order.email,
      kind: open.kind,
      pence: open.pence,
      detail: open.detail,
      respondBy: open.respond_by?.toISOString() ?? null,
      orderUrl: adminOrderUrl(context, order.id),
    }
    return { id: order.id, view }
  },
  render({ number, totalPence, buyer, kind, pence, detail, respondBy, orderUrl }: View) {
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
        fact("Buyer", buyer),
        button("Open the order", orderUrl),
      ],
    }
  },
  fixtures: {
    dispute: fixture,
    "paid after its end": {
      ...fixture,
      kind: "paid_after_close",
      detail: "page cs_1",
      respondBy: null,
    },
  },
})
