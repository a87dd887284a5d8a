import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { CONTACT } from "../../modules/contact"
import { TEMPLATES, type Mail, type Shop, type TemplateName } from "../../modules/mail"
import { orderCancelledData } from "./cancelled-mail"
import type { ComposedMail } from "./composed"
import { contactAnswerMail } from "./contact-answer-mail"
import { formatSatoshis } from "./format-satoshis"
import { lowStockMail } from "./low-stock-mail"
import { orderAddress, paymentAddress } from "./order-address"
import { orderLinkMail } from "./order-link-mail"
import { orderPlacedData, readOrderView, type OrderView } from "./order-view"
import { orderDispatchedMail } from "./parcel-mail"
import {
  paymentCaseData,
  paymentExpiredData,
  paymentNewInvoiceData,
  paymentReviewData,
  paymentUnderpaidData,
} from "./payment-mail"
import { paymentStuckData, readFailingMessage } from "./payment-stuck"
import { refundAddressConfirmationMail, refundAddressReceivedMail } from "./refund-address-mail"
import { refundAddressRequestMail, refundSentMail } from "./refund-mail"
import { readReviewed } from "./read-reviewed"
import { readSeller } from "./shop"

const aboutOrder = z.object({ orderId: z.string(), invoiceId: z.string().optional() })
const aboutMessage = z.object({ messageId: z.string() })

/** Null when what a mail is about is gone, or settled, and nothing is left to tell. */
type Compose = (container: MedusaContainer, data: unknown) => Promise<ComposedMail | null>

/** How the words of each mail are made, at the moment it is sent. */
const COMPOSERS: Record<TemplateName, Compose> = {
  "order-placed": ofOrder(async (news, container) =>
    TEMPLATES["order-placed"](orderPlacedData(news, await orderAddress(container, news.order.id))),
  ),
  "order-link": orderLinkMail,
  "payment-seen": ofOrder(
    async ({ shop, order, bitcoin }, container) =>
      bitcoin &&
      TEMPLATES["payment-seen"]({
        shop,
        followUrl: await orderAddress(container, order.id),
        number: order.display_id,
        receivedBtc: formatSatoshis(bitcoin.receivedSats),
        requiredConfirmations: bitcoin.requiredConfirmations,
      }),
  ),
  "payment-confirmed": ofOrder(
    async ({ shop, order, bitcoin }, container) =>
      bitcoin &&
      TEMPLATES["payment-confirmed"]({
        shop,
        followUrl: await orderAddress(container, order.id),
        number: order.display_id,
        totalPence: order.total,
        receivedBtc: bitcoin.receivedSats === "0" ? null : formatSatoshis(bitcoin.receivedSats),
      }),
  ),
  "payment-underpaid": ofOrder((news) => {
    const data = paymentUnderpaidData(news)
    return data && TEMPLATES["payment-underpaid"](data)
  }),
  "payment-expired": ofOrder(async (news, container) => {
    const data = paymentExpiredData(news, Date.now(), await paymentAddress(container, news.order.id))
    return data && TEMPLATES["payment-expired"](data)
  }),
  "payment-new-invoice": ofOrder(async (news, container) => {
    const data = paymentNewInvoiceData(news, await orderAddress(container, news.order.id))
    return data && TEMPLATES["payment-new-invoice"](data)
  }),
  "payment-review": ofOrder(async (news, container) => {
    const reviewed = await readReviewed(container, news.order.id)
    const isMeant = ({ id }: { id: string }) => news.invoiceId === null || news.invoiceId === id
    const data = paymentReviewData(news, reviewed.filter(isMeant))
    return data && TEMPLATES["payment-review"](data)
  }),
  "payment-case": ofOrder(async (news, container) => {
    const data = paymentCaseData(news, await readReviewed(container, news.order.id))
    return data && TEMPLATES["payment-case"](data)
  }),
  "payment-stuck": ofOrder(async (news, container) => {
    const data = paymentStuckData(news, await readFailingMessage(container, news.invoiceId))
    return data && TEMPLATES["payment-stuck"](data)
  }),
  "order-dispatched": orderDispatchedMail,
  "order-cancelled": ofOrder(async (news, container) => {
    const data = await orderCancelledData(container, news)
    return data && TEMPLATES["order-cancelled"](data)
  }),
  "refund-address-request": refundAddressRequestMail,
  "refund-address-confirmation": refundAddressConfirmationMail,
  "refund-address-received": refundAddressReceivedMail,
  "refund-sent": refundSentMail,
  "low-stock": lowStockMail,
  "contact-answer": contactAnswerMail,
  "contact-received": ofMessage((message, shop) =>
    TEMPLATES["contact-received"]({ shop, ...message, receivedAt: message.created_at.toISOString() }),
  ),
  "contact-acknowledged": ofMessage((message, shop) =>
    TEMPLATES["contact-acknowledged"]({ shop, receivedAt: message.created_at.toISOString() }),
  ),
}

/** @throws MedusaError when there is no such template, ZodError when the outbox holds what the template cannot read */
export async function compose(
  container: MedusaContainer,
  template: string,
  data: unknown,
): Promise<ComposedMail | null> {
  if (!isTemplate(template))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no mail called '${template}'.`)
  return COMPOSERS[template](container, data)
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(COMPOSERS, name)
}

type WriteOrder = (news: OrderView, container: MedusaContainer) => Mail | null | Promise<Mail | null>

function ofOrder(write: WriteOrder): Compose {
  return async (container, data) => {
    const about = aboutOrder.parse(data)
    const news = await readOrderView(container, about.orderId, about.invoiceId ?? null)
    const mail = news && (await write(news, container))
    return mail && { mail, resource: { id: about.orderId, type: "order" } }
  }
}

const messageRow = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: z.coerce.date(),
})

function ofMessage(write: (message: z.infer<typeof messageRow>, shop: Shop) => Mail): Compose {
  return async (container, data) => {
    const { messageId: id } = aboutMessage.parse(data)
    const [message] = await container.resolve(CONTACT).listContactMessages({ id })
    return message
      ? {
          mail: write(messageRow.parse(message), await readSeller(container)),
          resource: { id, type: "contact_message" },
        }
      : null
  }
}
