import { z } from "@medusajs/framework/zod"
import { bitcoinAmount, formatPence } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX_TABLE, querySql } from "../platform/sql/query"
import { button, fact, heading, paragraph } from "./blocks"
import { aboutOrder, staffMail } from "./define-order-mail"
import { openOrder } from "./order-blocks"

export const paymentSurplus = staffMail({
  name: "payment-surplus",
  label: "To staff: overpayment",
  schema: aboutOrder,
  async load({ order }, { container }, { invoiceId }) {
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(order.id)
    const details = all.find(({ invoice }) => invoice.id === invoiceId)
    if (details === undefined || details.surplusMinor === 0n) return null
    return {
      pricePence: Number(details.capturedMinor),
      surplusPence: Number(details.surplusMinor),
      dueSats: details.invoice.due,
      receivedSats: details.invoice.settled,
    }
  },
  render: ({ number, pricePence, surplusPence, dueSats, receivedSats, ...order }) => ({
    subject: `Order ${number}: ${formatPence(surplusPence)} more than the price was received`,
    preview: "The order is paid. The surplus needs your decision.",
    title: `Order ${number} was overpaid`,
    blocks: [
      paragraph(
        `Order number ${number} (${formatPence(pricePence)}) is paid and continues as usual. ${formatPence(surplusPence)} more than its price was received, at the rate of its quote.`,
      ),
      fact("Amount due", bitcoinAmount(dueSats)),
      fact("Received", bitcoinAmount(receivedSats)),
      heading("What you can do"),
      paragraph(
        "Ask the buyer for a refund address in the order's Bitcoin panel, send the surplus back minus the network's fee, and record the refund. Or record there why you keep it. Never send it to the address that the money came from: it may be an exchange's.",
      ),
      ...openOrder(order),
    ],
  }),
})

const failingRow = z.object({
  effect: z.string(),
  attempts: z.number().int(),
  error: z
    .string()
    .nullable()
    .transform((error) => error ?? "no reason was recorded"),
})

const EFFECTS: Readonly<Record<string, string>> = {
  capture: "its payment is confirmed, but cannot be captured",
  cancel: "its quote expired unpaid, but it cannot be cancelled, and its stock stays reserved",
  refund: "a refund cannot be made or entered in the order",
}

/** To staff: an effect of a payment, such as its capture, fails again and again. */
export const paymentStuck = staffMail({
  name: "payment-stuck",
  label: "To staff: payment stuck",
  schema: aboutOrder,
  async load(_found, { container }, { orderId, invoiceId = null }) {
    const [failing] = await querySql(
      container,
      failingRow,
      `select coalesce(payload ->> 'kind', 'refund') as effect, attempts, last_error as error from ${OUTBOX_TABLE}
        where topic in ('bitcoin-effect', 'bitcoin-refund', 'card-effect', 'card-refund') and finished_at is null
          and alerted_at is not null and payload ->> 'orderId' = :orderId
          and (cast(:invoiceId as text) is null or payload ->> 'invoiceId' = :invoiceId) order by position limit 1`,
      { orderId, invoiceId },
    )
    return failing ?? null
  },
  render({ number, orderUrl, effect, attempts, error }) {
    const what = Object.hasOwn(EFFECTS, effect) ? EFFECTS[effect] : undefined
    return {
      subject: `Order ${number}: a payment effect keeps failing`,
      preview: `Tried ${attempts} times so far.`,
      title: `Order ${number} is stuck`,
      blocks: [
        paragraph(
          `Order number ${number}: ${what ?? `'${effect}' fails`}. The shop has tried ${attempts} times and retries at least every ten minutes. No money is lost meanwhile.`,
        ),
        heading("What you can do"),
        paragraph(
          "Forward this to the operator of the shop's server: `npm run shop bitcoin:status` counts what is stuck, and the log shows the cause. When an attempt succeeds, the case closes automatically.",
        ),
        fact("Attempts", String(attempts)),
        fact("Last error", error),
        button("Open the order", orderUrl),
      ],
    }
  },
})
