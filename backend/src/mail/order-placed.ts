import { comesBack, damageTerms, formatPence, REFUND_TIME, SEALED_GOODS } from "@shop/contracts"
import { heading, legalPart, lines, paragraph, smallPrint, type Block } from "./blocks"
import type { MailContext } from "./define-mail"
import { aboutOrder, buyerMail, orderPageUrl, type MailedOrder } from "./define-order-mail"
import { ukTime } from "./formats"
import { arrivalLine, followOrder, orderTable, wordsAboutRest } from "./order-blocks"
import { isEnded, paymentBlocks, readOrderPayment, type OrderPayment } from "./order-placed-payment"
import type { Shop } from "./shop"
import { amountsDueOf } from "../orders/amount-due"
import { readEstimate } from "../orders/delivery-estimate"
import { currentBrand } from "../platform/config/current-brand"
import { amountsOf, deliveryLines, describeItem, priceBeforeDiscounts } from "../orders/projections"
import { taxedLines } from "../orders/order-vat"
import { vatSummary, type VatLine } from "../orders/vat-summary"

async function loadOrder(found: MailedOrder, context: MailContext) {
  const { order } = found
  const { items, shipping_methods: methods } = order
  const amounts = amountsOf(order)
  const pictures = await context.readLinePictures(items)
  const { due: duePence, awaited: awaitedPence } = await amountsDueOf(context.container, order.id)
  return {
    placedAt: order.created_at.toISOString(),
    items: items.map((item, index) => ({
      ...describeItem(item),
      quantity: item.quantity,
      picture: pictures[index] ?? null,
      totalPence: priceBeforeDiscounts(item),
    })),
    subtotalPence: amounts.goods,
    discount: { codes: amounts.codes, pence: amounts.goodsDiscount },
    delivery: { label: methods[0]?.name ?? "Delivery", pence: amounts.delivery },
    arrival: await readEstimate(context.container, order.id),
    totalPence: order.total,
    ...{ duePence, awaitedPence },
    isPayable: await context.isPayable(duePence),
    vat: vatSummary(taxedLines(order)),
    deliverTo: deliveryLines(order),
    payment: await readOrderPayment(context, found),
    followUrl: await orderPageUrl(context, order.id),
  }
}

/** Staff changed the order: what it is now, and what is still to be paid or goes back. */
export const orderChanged = buyerMail({
  name: "order-changed",
  label: "Order changed",
  schema: aboutOrder,
  load: loadOrder,
  render: (view, shop) => {
    const rest = restOf(view)
    const part = wordsAboutRest(view.duePence, view.isPayable)
    const awaited = view.awaitedPence > 0 ? `, ${comesBack(view.awaitedPence)}` : ""
    const totals = `The new total is ${formatPence(view.totalPence)}${awaited}. ${rest === "part" ? part.text : sentenceAbout(rest, view.duePence)}`
    return {
      subject: `Your order ${view.number} at ${shop.name} has changed`,
      preview: totals,
      title: "Your order has changed",
      blocks: [
        paragraph(`We have changed your order number ${view.number} as agreed. ${totals}`),
        ...(rest === "all" ? [paragraph(NOT_THE_EARLIER), ...paymentBlocks(view.payment)] : []),
        // A difference may be paid later than its first quote ends: the page of the order has the current one.
        ...followOrder(view.followUrl, rest === "all", rest === "part" ? part.action : undefined),
        heading("What it is now"),
        orderTable(view.items, sums(view, shop)),
      ],
    }
  },
})

const NOT_THE_EARLIER = "Please do not use earlier payment details of this order."

function restOf({
  payment,
  duePence,
  totalPence,
  isPayable,
}: Pick<Awaited<ReturnType<typeof loadOrder>>, "payment" | "duePence" | "totalPence" | "isPayable">) {
  if (duePence <= 0) return "nothing"
  if ("stage" in payment && payment.stage === "received") return "on its way"
  return duePence < totalPence || !isPayable ? "part" : "all"
}

function sentenceAbout(rest: Exclude<ReturnType<typeof restOf>, "part">, pence: number): string {
  switch (rest) {
    case "nothing":
      return pence === 0 ? "There is nothing more to pay." : `We will return ${formatPence(-pence)} to you.`
    case "on its way":
      return "Your payment is on its way to us. When it has arrived, the page of your order says what is left to pay."
    case "all":
      return "All of it is still to be paid."
  }
}

export const orderPlaced = buyerMail({
  name: "order-placed",
  label: "Order received",
  schema: aboutOrder,
  load: loadOrder,
  render: (view, shop) => ({
    subject: `Your order ${view.number} at ${shop.name}`,
    preview: preview(view.payment, view.totalPence, shop),
    title: "Thank you for your order",
    blocks: [
      paragraph(`We have received your order number ${view.number}, placed on ${ukTime(view.placedAt)}.`),
      ...paymentBlocks(view.payment),
      ...followOrder(view.followUrl, "stage" in view.payment && view.payment.stage === "awaiting"),
      heading("What you ordered"),
      orderTable(view.items, sums(view, shop)),
      heading("Delivery"),
      lines(view.deliverTo),
      paragraph(`${view.delivery.label}.`),
      ...(isEnded(view.payment) ? [] : arrivalLine(view.arrival)),
      ...cancellationRights(shop, view.number),
    ],
  }),
})

function preview(payment: OrderPayment, totalPence: number, { vatNumber }: Shop): string {
  if (payment.method === "bitcoin" && payment.stage === "awaiting")
    return `Send ${payment.amountBtc} BTC before ${ukTime(payment.expiresAt)} to complete your order.`
  if (payment.method === "card_page" && payment.stage === "awaiting")
    return `Pay ${formatPence(totalPence)} before ${ukTime(payment.until)} to complete your order.`
  return `${formatPence(totalPence)} including ${vatNumber === null ? "" : "VAT and "}delivery.`
}

interface Sums {
  subtotalPence: number
  /** Off the goods. A code may take something off the delivery alone. */
  discount: { codes: string[]; pence: number }
  delivery: { pence: number }
  totalPence: number
  vat: VatLine[]
}

function sums({ subtotalPence, discount, delivery, totalPence, vat }: Sums, { vatNumber }: Shop) {
  const isRegistered = vatNumber !== null
  return [
    { label: "Subtotal", amount: formatPence(subtotalPence) },
    ...(discount.codes.length > 0
      ? [
          {
            label: `Discount ${discount.codes.join(", ")}`,
            amount: discount.pence > 0 ? `−${formatPence(discount.pence)}` : "On delivery",
          },
        ]
      : []),
    { label: "Delivery", amount: delivery.pence === 0 ? "Free" : formatPence(delivery.pence) },
    { label: isRegistered ? "Total including VAT" : "Total", amount: formatPence(totalPence), isTotal: true },
    ...(isRegistered ? vat : []).map(({ rate, grossPence, vatPence }) => ({
      label: `VAT at ${rate}% on ${formatPence(grossPence)}, included`,
      amount: formatPence(vatPence),
    })),
  ]
}

/** In full instead of a link: the Consumer Contracts Regulations 2013 require a durable medium. */
function cancellationRights(shop: Shop, orderNumber: number): Block[] {
  return [
    legalPart("If you change your mind", [
      smallPrint(
        `You may cancel within 14 days of receiving your parcel, without giving a reason. Tell us by email or post, or use the form below; you only need to send it before the 14 days end. Send the goods back within 14 days of telling us; you pay for the return. We refund what you paid, with the cost of standard delivery, ${REFUND_TIME} of getting them back. A Bitcoin payment is refunded to an address you give us or, if you agree, in pounds.`,
      ),
      smallPrint(
        `This right does not cover goods that spoil or expire quickly. ${SEALED_GOODS} ${damageTerms(currentBrand.reportWithin)}`,
      ),
      smallPrint("Model cancellation form (only if you wish to cancel):"),
      smallPrint(
        `To ${shop.legalName}, ${shop.address}, ${shop.email}:`,
        "I/We give notice that I/we cancel my/our contract of sale of the following goods:",
        `Order number: ${orderNumber}`,
        "Ordered on / received on:",
        "Name of consumer(s):",
        "Address of consumer(s):",
        "Signature (only if on paper) and date:",
      ),
      smallPrint(
        `Questions or complaints: reply to this email or write to ${shop.email}. We read every reply.`,
      ),
    ]),
  ]
}
