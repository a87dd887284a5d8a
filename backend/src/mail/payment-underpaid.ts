import { formatBitcoin } from "@shop/contracts"
import { copyable, panel, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { samplePictures } from "./fixture-pictures"
import { sampleOrder, samplePayment } from "./fixtures"
import { bitcoinAmount } from "./formats"
import type { InlineImage } from "./inline-image"
import { paymentTarget } from "./order-blocks"
import { aboutOrder, loadBitcoinOrder } from "./order-view"
import { readPaymentCode } from "./payment-code"

interface View {
  number: number
  received: bigint
  remaining: bigint
  address: string
  /** A BIP 21 link for the remaining amount only. */
  uri: string
  code: InlineImage | null
  payBefore: string
}

/** Less than the amount due has arrived: what is missing, where to send it and until when. */
export const paymentUnderpaid = defineMail({
  name: "payment-underpaid",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order, bitcoin }) => {
      // The rest may have arrived, or the quote may have expired. Then no more money must be sent.
      if (bitcoin.state !== "underpaid") return null
      return {
        number: order.display_id,
        received: BigInt(bitcoin.receivedSats),
        remaining: BigInt(bitcoin.remainingSats),
        address: bitcoin.address,
        uri: bitcoin.uri,
        code: await readPaymentCode(bitcoin.address),
        payBefore: bitcoin.payableUntil,
      }
    }),
  render: ({ number, received, remaining, address, uri, code, payBefore }: View) => ({
    subject: `Your payment for order ${number} is short by ${formatBitcoin(remaining)} BTC`,
    preview: `${formatBitcoin(remaining)} BTC more completes your order.`,
    title: "Part of your payment has arrived",
    blocks: [
      paragraph(
        `We have received ${bitcoinAmount(received)} for order ${number}, thank you. That is less than the full amount; this often happens when an exchange takes its fee from the payment.`,
      ),
      panel([
        paragraph("To complete your order, please send exactly the remaining amount to the same address:"),
        copyable("Still to send, in bitcoin (BTC)", formatBitcoin(remaining)),
        copyable("The same in satoshis", remaining.toString()),
        ...paymentTarget({ address, uri, code, until: { label: "Send before", at: payBefore } }),
        paragraph("Paying from an exchange? Make sure its fee is added on top this time."),
      ]),
      paragraph(
        "If you have already sent the rest, you don't need to do anything. If you can't send it in time, your money is safe and we will email you.",
      ),
    ],
  }),
  fixtures: {
    underpaid: {
      number: sampleOrder.number,
      received: samplePayment.received,
      remaining: samplePayment.due - samplePayment.received,
      address: samplePayment.address,
      uri: `bitcoin:${samplePayment.address}?amount=0.00004625&label=Bramble%20%26%20Comb`,
      code: samplePictures.code,
      payBefore: "2026-06-21T15:20:00.000Z",
    },
  },
})
