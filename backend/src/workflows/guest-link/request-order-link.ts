import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { FindOrder } from "@shop/contracts"
import { enqueueMail } from "../../mail/enqueue-mail"

const HOUR_MS = 60 * 60 * 1000

/**
 * Writes down that somebody wants the link to an order. Whether there is such an order is looked up when the mail is
 * made, and so the call does, takes and tells the same for every address. One mail an hour for an order: nobody's
 * mailbox is filled by strangers.
 */
export async function requestOrderLink(
  container: MedusaContainer,
  { email, number }: FindOrder,
): Promise<void> {
  const to = email.toLowerCase()
  const asked = createHash("sha256")
    .update(`${to} ${String(number)}`)
    .digest("hex")
    .slice(0, 32)
  const hour = Math.floor(Date.now() / HOUR_MS)
  await enqueueMail(container, {
    key: `order-link:${asked}:${String(hour)}`,
    template: "order-link",
    to,
    data: { email: to, number },
  })
}
