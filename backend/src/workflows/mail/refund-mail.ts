import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { transactionPage } from "../../config/explorer"
import { TEMPLATES } from "../../modules/mail"
import { bitcoinAmount } from "./bitcoin-amount"
import type { ComposedMail } from "./composed"
import { orderAddress } from "./order-address"
import { readOrderView } from "./order-view"

const refundSchema = z.object({
  orderId: z.string(),
  pence: z.number().int(),
  satoshis: z.string().regex(/^\d+$/).nullable(),
})
const doneSchema = refundSchema.extend({ address: z.string().nullable(), txid: z.string().nullable() })

/** Where should the money go? */
export async function refundAddressRequestMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const { orderId, pence, satoshis } = refundSchema.parse(data)
  const news = await readOrderView(container, orderId, null)
  if (news === null) return null
  const mail = TEMPLATES["refund-address-request"]({
    shop: news.shop,
    number: news.order.display_id,
    pence,
    bitcoin: satoshis === null ? null : bitcoinAmount(satoshis),
    followUrl: await orderAddress(container, orderId),
  })
  return { mail, resource: { id: orderId, type: "order" } }
}

/** There it went. */
export async function refundSentMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const { orderId, pence, satoshis, address, txid } = doneSchema.parse(data)
  const news = await readOrderView(container, orderId, null)
  if (news === null) return null
  const explorerUrl = txid === null ? null : transactionPage(txid)
  const mail = TEMPLATES["refund-sent"]({
    shop: news.shop,
    number: news.order.display_id,
    pence,
    bitcoin: satoshis === null ? null : { amount: bitcoinAmount(satoshis), address, txid, explorerUrl },
    followUrl: await orderAddress(container, orderId),
  })
  return { mail, resource: { id: orderId, type: "order" } }
}
