import { formatBitcoin, formatPence } from "@shop/contracts"
import { copyable, panel, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { samplePictures } from "./fixture-pictures"
import { sampleOrder, samplePayment } from "./fixtures"
import type { InlineImage } from "./inline-image"
import { followOrder, paymentTarget } from "./order-blocks"
import { aboutOrder, loadBitcoinOrder, orderPageUrl } from "./order-view"
import { readPaymentCode } from "./payment-code"

interface View {
  number: number
  totalPence: number
  amount: bigint
  address: string
  uri: string
  code: InlineImage | null
  payBefore: string
  followUrl: string
}

/** Staff made a new invoice: what to send, where and until when. The old address is no longer valid. */
export const paymentNewInvoice = defineMail({
  name: "payment-new-invoice",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order, bitcoin, isSuperseded }) => {
      // Paid, expired or superseded meanwhile: the address must not be paid any more.
      if (bitcoin.state !== "awaiting_payment" || isSuperseded) return null
      return {
        number: order.display_id,
        totalPence: order.total,
        amount: BigInt(bitcoin.amountSats),
        address: bitcoin.address,
        uri: bitcoin.uri,
        code: await readPaymentCode(bitcoin.address),
        payBefore: bitcoin.payableUntil,
        followUrl: await orderPageUrl(context, order.id),
      }
    }),
  render: ({ number, totalPence, amount, address, uri, code, payBefore, followUrl }: View) => ({
    subject: `A new Bitcoin invoice for order ${number}`,
    preview: `${formatBitcoin(amount)} BTC, to a new address.`,
    title: "A new invoice for your order",
    blocks: [
      paragraph(
        `Here is a new invoice of ${formatPence(totalPence)} for order ${number}, at the current rate and with a new address.`,
      ),
      panel([
        paragraph("To pay for your order, please send exactly this amount to this address:"),
        copyable("Amount in bitcoin (BTC)", formatBitcoin(amount)),
        copyable("The same in satoshis", amount.toString()),
        ...paymentTarget({ address, uri, code, until: { label: "Pay before", at: payBefore } }),
        paragraph(
          "Paying from an exchange? Make sure its fee is added on top, so that the full amount reaches us.",
        ),
      ]),
      paragraph(
        "Please don't send anything to an earlier address of this order. The same address and amount are on your order page. If anything differs, or you weren't expecting this email, contact us before you pay.",
      ),
      ...followOrder(followUrl, true),
      paragraph("If you no longer want the order, you don't need to do anything."),
    ],
  }),
  fixtures: {
    "made by staff": {
      number: sampleOrder.number,
      totalPence: sampleOrder.totalPence,
      amount: samplePayment.due,
      address: samplePayment.address,
      uri: `bitcoin:${samplePayment.address}?amount=0.00134625&label=Bramble%20%26%20Comb`,
      code: samplePictures.code,
      payBefore: samplePayment.expiresAt,
      followUrl: sampleOrder.followUrl,
    },
  },
})
