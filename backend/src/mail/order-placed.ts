import { type InvoiceState, formatPence } from "@shop/contracts"
import { button, copyable, fact, heading, lines, panel, paragraph, smallPrint, type Block } from "./blocks"
import { defineMail, type MailContext } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { ukTime } from "./formats"
import { arrivalLine, followOrder, orderTable, paymentTarget, type Arrival, type Item } from "./order-blocks"
import { aboutOrder, orderPageUrl, paymentPageUrl, readOrderView, type OrderView } from "./order-view"
import type { Shop } from "./shop"
import { readEstimate } from "../orders/delivery-estimate"
import { amountsOf, deliveryLines, describeItem, priceBeforeDiscounts } from "../orders/projections"
import { vatSummary, type VatLine } from "../orders/vat-summary"

interface BitcoinPayment {
  method: "bitcoin"
  address: string
  amountBtc: string
  uri: string
  expiresAt: string
  /** A quick buyer may have paid before this mail is written. */
  stage: "awaiting" | "received" | "ended"
}

interface View {
  number: number
  placedAt: string
  items: (Item & { totalPence: number })[]
  subtotalPence: number
  /** Off the goods. A code may take something off the delivery alone. */
  discount: { codes: string[]; pence: number }
  delivery: { label: string; pence: number }
  arrival: Arrival
  totalPence: number
  vat: VatLine[]
  deliverTo: string[]
  payment: { method: "card" } | CardPage | BitcoinPayment
  followUrl: string
}

const STAGES = {
  awaiting_payment: "awaiting",
  underpaid: "awaiting",
  seen: "received",
  confirming: "received",
  confirmed: "received",
  review: "received",
  expired: "ended",
  cancelled: "ended",
  refunded: "ended",
} as const satisfies Record<InvoiceState, BitcoinPayment["stage"]>

const bitcoinFixture: BitcoinPayment = {
  method: "bitcoin",
  address: samplePayment.address,
  amountBtc: "0.00134625",
  uri: `bitcoin:${samplePayment.address}?amount=0.00134625`,
  expiresAt: samplePayment.expiresAt,
  stage: "awaiting",
}

const fixture: View = {
  number: sampleOrder.number,
  placedAt: "2026-06-21T14:05:00.000Z",
  items: [
    { name: "Heather Honey", detail: "340 g", quantity: 2, totalPence: 2590 },
    { name: "Elder Gummies", detail: "", quantity: 1, totalPence: 1495 },
  ],
  subtotalPence: 4085,
  discount: { codes: [], pence: 0 },
  delivery: { label: "Special Delivery (Tracked)", pence: 1300 },
  arrival: { label: "Tue 23 Jun", isUnpaid: true },
  totalPence: sampleOrder.totalPence,
  vat: [
    { rate: 20, grossPence: 2795, vatPence: 466 },
    { rate: 0, grossPence: 2590, vatPence: 0 },
  ],
  deliverTo: sampleOrder.deliverTo,
  payment: bitcoinFixture,
  followUrl: sampleOrder.followUrl,
}

/** The order confirmation on a durable medium: items, price, payment, delivery and the right to cancel. */
export const orderPlaced = defineMail({
  name: "order-placed",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  async load(context, about) {
    const found = await readOrderView(context, about)
    if (found === null) return null
    const { order, bitcoin } = found
    const { items, shipping_methods: methods } = order
    const amounts = amountsOf(order)
    const view: View = {
      number: order.display_id,
      placedAt: order.created_at.toISOString(),
      items: items.map((item) => ({
        ...describeItem(item),
        quantity: item.quantity,
        totalPence: priceBeforeDiscounts(item),
      })),
      subtotalPence: amounts.goods,
      discount: { codes: amounts.codes, pence: amounts.goodsDiscount },
      delivery: { label: methods[0]?.name ?? "Delivery", pence: amounts.delivery },
      arrival: await readEstimate(context.container, order.id),
      totalPence: order.total,
      vat: vatSummary(
        [...items, ...methods].map((line) => ({ grossPence: line.total, rate: line.tax_lines })),
      ),
      deliverTo: deliveryLines(order),
      payment:
        bitcoin === null
          ? await cardView(context, found)
          : { method: "bitcoin", ...bitcoin, stage: STAGES[bitcoin.state] },
      followUrl: await orderPageUrl(context, order.id),
    }
    return { id: order.id, view }
  },
  render: (view: View, shop: Shop) => ({
    subject: `Your order ${view.number} at ${shop.name}`,
    preview: preview(view, shop),
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
  fixtures: {
    "to be paid in Bitcoin": fixture,
    "paid in Bitcoin already": {
      ...fixture,
      arrival: { label: "Tue 23 Jun", isUnpaid: false },
      payment: { ...bitcoinFixture, stage: "received" },
    },
    "time to pay is over": { ...fixture, payment: { ...bitcoinFixture, stage: "ended" } },
    "by card": { ...fixture, payment: { method: "card" } },
    "to be paid on the card page": {
      ...fixture,
      payment: {
        method: "card_page",
        stage: "awaiting",
        until: "2026-06-21T15:35:00.000Z",
        url: "https://shop.test/checkout?order=order_01J",
      },
    },
    "paid on the card page already": { ...fixture, payment: { method: "card_page", stage: "received" } },
    "with a discount code": {
      ...fixture,
      discount: { codes: ["HONEY10"], pence: 408 },
      totalPence: sampleOrder.totalPence - 408,
      vat: [
        { rate: 20, grossPence: 2645, vatPence: 441 },
        { rate: 0, grossPence: 2332, vatPence: 0 },
      ],
    },
    "card page over": { ...fixture, payment: { method: "card_page", stage: "ended" } },
  },
})

/** The one thing to do, if there is one. */
function preview({ payment, totalPence }: View, { vatNumber }: Shop): string {
  if (payment.method === "bitcoin" && payment.stage === "awaiting")
    return `Send ${payment.amountBtc} BTC before ${ukTime(payment.expiresAt)} to complete your order.`
  if (payment.method === "card_page" && payment.stage === "awaiting")
    return `Pay ${formatPence(totalPence)} before ${ukTime(payment.until)} to complete your order.`
  return `${formatPence(totalPence)} including ${vatNumber === null ? "" : "VAT and "}delivery.`
}

/** A payment on the card processor's page. */
type CardPage =
  | { method: "card_page"; stage: "awaiting"; until: string; url: string }
  | { method: "card_page"; stage: "received" | "ended" }

async function cardView(
  context: MailContext,
  { order, card }: OrderView,
): Promise<{ method: "card" } | CardPage> {
  if (card === null) return { method: "card" }
  const { state, payableUntil } = card.payment
  if (state === "awaiting_payment")
    return {
      method: "card_page",
      stage: "awaiting",
      until: new Date(payableUntil).toISOString(),
      url: await paymentPageUrl(context, order.id),
    }
  const isOver = state === "expired" || state === "cancelled"
  return { method: "card_page", stage: isOver ? "ended" : "received" }
}

const isEnded = (payment: View["payment"]) => payment.method !== "card" && payment.stage === "ended"

function cardPageBlocks(payment: CardPage): Block[] {
  switch (payment.stage) {
    case "awaiting":
      return [
        paragraph(
          "You chose to pay by card. If you have finished on the payment page, there is nothing more to do: we will write as soon as your payment is confirmed. If not, your items are reserved for a short time:",
        ),
        panel([fact("Pay before", ukTime(payment.until)), button("Pay for the order", payment.url)]),
      ]
    case "received":
      return [paragraph("Your card payment has reached us, thank you.")]
    case "ended":
      return [
        paragraph(
          "This order was not paid in time, and nothing was charged. The goods are back on sale, and you are welcome to order again.",
        ),
      ]
  }
}

function paymentBlocks(payment: View["payment"]): Block[] {
  if (payment.method === "card_page") return cardPageBlocks(payment)
  if (payment.method === "card") {
    return [
      paragraph(
        "You chose to pay by card. Your card has not been charged: we will email you to arrange payment, and post your parcel once it has gone through.",
      ),
    ]
  }
  if (payment.stage === "received") {
    return [
      paragraph("Your Bitcoin payment has reached us, thank you. We will write again once it is confirmed."),
    ]
  }
  if (payment.stage === "ended") {
    return [
      paragraph(
        "The time to pay for this order has run out. Please don't send anything to the old address. Reply to this email or order again, and we will help.",
      ),
    ]
  }
  return [
    panel([
      paragraph("To complete your order, please send exactly this amount to this address:"),
      copyable("Amount in bitcoin (BTC)", payment.amountBtc),
      ...paymentTarget({
        address: payment.address,
        uri: payment.uri,
        until: { label: "Pay before", at: payment.expiresAt },
      }),
      paragraph(
        "Paying from an exchange? Make sure its fee is added on top, so that the full amount reaches us. Payments usually confirm within 10-30 minutes.",
      ),
    ]),
  ]
}

function sums({ subtotalPence, discount, delivery, totalPence, vat }: View, { vatNumber }: Shop) {
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

/**
 * The right to cancel with its model form, and how to complain. The Consumer Contracts Regulations 2013 require them on
 * a durable medium, so the mail contains them in full instead of a link.
 */
function cancellationRights(shop: Shop, orderNumber: number): Block[] {
  return [
    heading("If you change your mind"),
    smallPrint(
      "You may cancel within 14 days of receiving your parcel, without giving a reason. Tell us by email or post, or use the form below; you only need to send it before the 14 days end. Send the goods back within 14 days of telling us; you pay for the return. We refund what you paid, with the cost of standard delivery, within 14 days of getting them back. A Bitcoin payment is refunded to an address you give us or, if you agree, in pounds.",
    ),
    smallPrint(
      "This right does not cover food that spoils quickly, or sealed goods that are not fit to be returned for health or hygiene reasons once you have opened them. If something arrived damaged or faulty, please write to us within 48 hours of delivery, with photos, so that we can put it right quickly. Your legal rights are not affected.",
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
  ]
}
