import { z } from "@medusajs/framework/zod"
import { paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { orderPageUrl } from "./define-order-mail"
import { followOrder } from "./order-blocks"
import { queryGraph } from "../platform/sql/query"

const orderRow = z.object({ id: z.string(), email: z.string().nullable() })

/** Requested on the storefront with number and address, or sent because staff corrected the address. */
export const orderLink = defineMail({
  name: "order-link",
  label: "Link to the order",
  audience: "customer",
  resource: "order",
  schema: z.object({ email: z.string(), number: z.number().int(), isCorrected: z.boolean().default(false) }),
  async load(context, { email, number, isCorrected }) {
    const [order] = await queryGraph(context.container, orderRow, {
      entity: "order",
      filters: { display_id: number },
    })
    if (order?.email?.toLowerCase() !== email) return null
    return { id: order.id, view: { number, isCorrected, followUrl: await orderPageUrl(context, order.id) } }
  },
  render: ({ number, isCorrected, followUrl }) => ({
    subject: `The link to your order ${number}`,
    preview: "Here you can see its status.",
    title: "Your order",
    blocks: [
      paragraph(
        isCorrected
          ? `We have corrected the email address of your order number ${number}. Here is its link; earlier ones have ended:`
          : `Here is the link to your order number ${number}, as you requested:`,
      ),
      ...followOrder(followUrl),
      ...(isCorrected
        ? []
        : [paragraph("If you didn't ask for it, you can ignore this email: only you receive it.")]),
    ],
  }),
})
