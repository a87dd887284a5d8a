import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { TEMPLATES } from "../../modules/mail"
import type { ComposedMail } from "./composed"
import { orderAddress } from "./order-address"
import { readOrderView } from "./order-view"

const about = z.object({ orderId: z.string(), addressId: z.string() })

/** The address back to the buyer, so that one whose money somebody else wants finds out; null when it was erased. */
export async function refundAddressConfirmationMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const word = await readRefundAddress(container, data)
  if (word === null) return null
  const { orderId, buyer: _buyer, isAwaited, pence, ...facts } = word
  const followUrl = await orderAddress(container, orderId)
  const mail = TEMPLATES["refund-address-confirmation"]({
    ...facts,
    pence: isAwaited ? pence : null,
    followUrl,
  })
  return { mail, resource: { id: orderId, type: "order" } }
}

/** The same to staff, who send the money; null when they have recorded it meanwhile, so that nobody sends it twice. */
export async function refundAddressReceivedMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const word = await readRefundAddress(container, data)
  if (word?.isAwaited !== true) return null
  const { orderId, isAwaited: _isAwaited, ...facts } = word
  const orderUrl = `${environment.BACKEND_PUBLIC_URL}/app/orders/${encodeURIComponent(orderId)}`
  const mail = TEMPLATES["refund-address-received"]({ ...facts, orderUrl })
  return { mail, resource: { id: orderId, type: "order" } }
}

async function readRefundAddress(container: MedusaContainer, data: unknown) {
  const { orderId, addressId } = about.parse(data)
  const [news, files] = await Promise.all([
    readOrderView(container, orderId, null),
    container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId),
  ])
  const isMeant = ({ id }: { id: string }) => id === addressId
  const file = files.find(({ refundAddresses }) => refundAddresses.some(isMeant))
  const given = file?.refundAddresses.find(isMeant)
  if (news === null || file === undefined || given === undefined) return null
  const before = file.refundAddresses[file.refundAddresses.findIndex(isMeant) - 1]
  return {
    orderId,
    shop: news.shop,
    number: news.order.display_id,
    buyer: news.order.email,
    isAwaited: file.isAddressAwaited,
    pence: Number(file.owedPence),
    address: given.address,
    insteadOf: before?.address ?? null,
    givenAt: new Date(given.at).toISOString(),
    cameBy: given.cameBy,
  }
}
