import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { button, copyable, fact, paragraph, type Block } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment, sampleRefundAddress } from "./fixtures"
import { bitcoinAmount } from "./formats"
import { followOrder } from "./order-blocks"
import { orderPageUrl, readOrderView } from "./order-view"
import type { Shop } from "./shop"

interface BitcoinRefund {
  satoshis: bigint
  address: string | null
  txid: string | null
  transactionUrl: string | null
}

interface View {
  number: number
  pence: number
  /** Null for a refund in pounds. */
  bitcoin: BitcoinRefund | null
  isToCard: boolean
  followUrl: string
}

const fixture: View = {
  number: sampleOrder.number,
  pence: sampleOrder.totalPence,
  bitcoin: {
    satoshis: samplePayment.due,
    address: sampleRefundAddress,
    txid: samplePayment.txid,
    transactionUrl: `https://mempool.space/tx/${samplePayment.txid}`,
  },
  isToCard: false,
  followUrl: sampleOrder.followUrl,
}

/** The refund is on its way, with the transaction as proof. */
export const refundSent = defineMail({
  name: "refund-sent",
  audience: "customer",
  resource: "order",
  schema: z.object({
    orderId: z.string(),
    refundId: z.string(),
    pence: z.number().int(),
    satoshis: z.string().regex(/^\d+$/).nullable(),
    address: z.string().nullable(),
    txid: z.string().nullable(),
    /** Whether the money went back to the card that paid. */
    isToCard: z.boolean().default(false),
  }),
  async load(context, { orderId, pence, satoshis, address, txid, isToCard }) {
    const found = await readOrderView(context, { orderId })
    if (found === null) return null
    const transactionUrl = txid === null ? null : context.transactionUrl(txid)
    return {
      id: orderId,
      view: {
        number: found.order.display_id,
        pence,
        bitcoin: satoshis === null ? null : { satoshis: BigInt(satoshis), address, txid, transactionUrl },
        isToCard,
        followUrl: await orderPageUrl(context, orderId),
      },
    }
  },
  render: ({ number, pence, bitcoin, isToCard, followUrl }: View, shop: Shop) => ({
    subject: `Your refund for order ${number}`,
    preview: `${formatPence(pence)} ${bitcoin === null ? "is" : "in Bitcoin is"} on its way back to you.`,
    title: "Your refund is on its way",
    blocks: [
      paragraph(`We have refunded you for order number ${number}.`),
      fact("Refund", formatPence(pence)),
      ...(bitcoin !== null ? bitcoinBlocks(bitcoin) : [isToCard ? TO_CARD : IN_POUNDS]),
      ...followOrder(followUrl, bitcoin !== null && bitcoin.transactionUrl !== null),
      paragraph(`If it does not arrive, reply to this email or write to ${shop.email}.`),
    ],
  }),
  fixtures: {
    "in bitcoin": fixture,
    "in pounds": { ...fixture, bitcoin: null },
    "to a card": { ...fixture, bitcoin: null, isToCard: true },
  },
})

const IN_POUNDS = paragraph(
  "It goes back in pounds, the way you paid or the way we agreed. It may take your bank up to five working days to show it.",
)

const TO_CARD = paragraph(
  "It goes back to the card that you paid with. Your bank may take five to ten working days to show it.",
)

function bitcoinBlocks({ satoshis, address, txid, transactionUrl }: BitcoinRefund): Block[] {
  return [
    fact("Sent in bitcoin", bitcoinAmount(satoshis)),
    ...(address === null ? [] : [copyable("To your address", address)]),
    ...(txid === null ? [] : [copyable("Transaction", txid)]),
    ...(transactionUrl === null ? [] : [button("View the transaction", transactionUrl)]),
    paragraph("It usually confirms within 10-30 minutes of being sent."),
  ]
}
