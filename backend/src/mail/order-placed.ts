import { formatPence } from "@shop/contracts"
import { heading, lines, paragraph } from "./blocks"
import { cancellationRights } from "./cancellation-rights"
import { defineMail } from "./define-mail"
import { samplePictures } from "./fixture-pictures"
import { sampleOrder, samplePayment } from "./fixtures"
import { ukTime } from "./formats"
import { arrivalLine, followOrder, orderTable, type Arrival, type Item } from "./order-blocks"
import {
  isEnded,
  paymentBlocks,
  readOrderPayment,
  type BitcoinPayment,
  type OrderPayment,
} from "./order-placed-payment"
import { aboutOrder, orderPageUrl, readOrderView } from "./order-view"
import type { Shop } from "./shop"
import { readEstimate } from "../orders/delivery-estimate"
import { amountsOf, deliveryLines, describeItem, priceBeforeDiscounts } from "../orders/projections"
import { vatSummary, type VatLine } from "../orders/vat-summary"

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
  payment: OrderPayment
  followUrl: string
}

const bitcoinFixture: BitcoinPayment = {
  method: "bitcoin",
  address: samplePayment.address,
  amountBtc: "0.00134625",
  uri: `bitcoin:${samplePayment.address}?amount=0.00134625`,
  expiresAt: samplePayment.expiresAt,
  code: samplePictures.code,
  stage: "awaiting",
}

const fixture: View = {
  number: sampleOrder.number,
  placedAt: "2026-06-21T14:05:00.000Z",
  items: [
    { name: "Heather Honey", detail: "340 g", quantity: 2, totalPence: 2590, picture: samplePictures.item },
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
    const { order } = found
    const { items, shipping_methods: methods } = order
    const amounts = amountsOf(order)
    const pictures = await context.readLinePictures(items)
    const view: View = {
      number: order.display_id,
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
      vat: vatSummary(
        [...items, ...methods].map((line) => ({ grossPence: line.total, rate: line.tax_lines })),
      ),
      deliverTo: deliveryLines(order),
      payment: await readOrderPayment(context, found),
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
    "nothing to pay": {
      ...fixture,
      arrival: { label: "Tue 23 Jun", isUnpaid: false },
      discount: { codes: ["THANKYOU"], pence: 4085 },
      delivery: { label: "Standard First Class Untracked Delivery (Free)", pence: 0 },
      totalPence: 0,
      vat: [],
      payment: { method: "none" },
    },
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
