import { z } from "@medusajs/framework/zod"
import { paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { orderPageUrl } from "./define-order-mail"
import { followOrder } from "./order-blocks"
import { queryGraph } from "../platform/sql/query"

const orderRow = z.object({ id: z.string(), email: z.string().nullable() })

/** The link to an order, requested on the storefront with the order's number and e-mail address. */
export const orderLink = defineMail({
  name: "order-link",
  audience: "customer",
  resource: "order",
  schema: z.object({ email: z.string(), number: z.number().int() }),
  async load(context, { email, number }) {
    const [order] = await queryGraph(context.container, orderRow, {
      entity: "order",
      filters: { display_id: number },
    })
    if (order?.email?.toLowerCase() !== email) return null
    return { id: order.id, view: { number, followUrl: await orderPageUrl(context, order.id) } }
  },
  render: ({ number, followUrl }) => ({
    subject: `The link to your order ${number}`,
    preview: "Here you can see its status.",
    title: "Your order",
    blocks: [
      paragraph(`Here is the link to your order number ${number}, as you requested:`),
      ...followOrder(followUrl),
      paragraph("If you didn't ask for it, you can ignore this email: only you receive it."),
    ],
  }),
})
