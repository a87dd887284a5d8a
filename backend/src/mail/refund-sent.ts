import { z } from "@medusajs/framework/zod"
import { bitcoinAmount, formatPence, proofsOfRefund, REFUND_TIME, sentInBitcoin } from "@shop/contracts"
import { REFUND_BASES } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { button, copyable, fact, paragraph } from "./blocks"
import { buyerMail, orderPageUrl } from "./define-order-mail"
import { followOrder } from "./order-blocks"

export const refundSent = buyerMail({
  name: "refund-sent",
  label: "Refund sent",
  schema: z.object({
    orderId: z.string(),
    refundId: z.string(),
    pence: z.number().int(),
    satoshis: z.string().regex(/^\d+$/).nullable(),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    /** Of a payment by Lightning. */
    preimage: z.string().nullable().default(null),
    basis: z.enum(REFUND_BASES).default("satoshis"),
    isToCard: z.boolean().default(false),
  }),
  load: async (_found, context, { orderId, pence, satoshis, address, txid, preimage, basis, isToCard }) => ({
    pence,
    satoshis: satoshis === null ? null : BigInt(satoshis),
    address,
    txid,
    preimage,
    basis,
    transactionUrl:
      txid === null || satoshis === null || preimage !== null ? null : context.transactionUrl(txid),
    isToCard,
    followUrl: await orderPageUrl(context, orderId),
  }),
  render: (
    { number, pence, satoshis, address, txid, preimage, basis, transactionUrl, isToCard, followUrl },
    { email },
  ) => ({
    subject: `Your refund for order ${number}`,
    preview: `${formatPence(pence)} ${satoshis === null ? "is" : "in Bitcoin is"} on its way back to you.`,
    title: "Your refund is on its way",
    blocks: [
      paragraph(`We have refunded you for order number ${number}.`),
      fact("Refund", formatPence(pence)),
      ...(satoshis === null
        ? [paragraph(isToCard ? TO_CARD : IN_POUNDS)]
        : [
            fact(sentInBitcoin(preimage !== null), bitcoinAmount(satoshis)),
            paragraph(WORTH[basis]),
            ...(address === null || txid === null
              ? []
              : proofsOfRefund({ address, txid, preimage }).map(({ name, value }) => copyable(name, value))),
            ...(transactionUrl === null ? [] : [button("View the transaction", transactionUrl)]),
            paragraph(
              preimage === null
                ? "It usually confirms within 10-30 minutes of being sent."
                : "It was paid by Lightning, so your wallet shows it already.",
            ),
          ]),
      ...followOrder(followUrl, transactionUrl !== null),
      paragraph(`If it does not arrive, reply to this email or write to ${email}.`),
    ],
  }),
})

const WORTH = {
  satoshis:
    "It is the bitcoin that you paid for it. Its worth in pounds today may be more or less than the refund says.",
  money: "It is worth the refund's pounds at the rate of the day on which we prepared it.",
}

const IN_POUNDS = `It goes back in pounds, the way you paid or the way we agreed. Your bank shows it ${REFUND_TIME}.`

const TO_CARD = `It goes back to the card that you paid with. Your bank shows it ${REFUND_TIME}.`
