import type { MedusaContainer } from "@medusajs/framework/types"
import { OUTBOX } from "../../modules/outbox"
import type { ShopMail } from "./shop-mail"

/** Puts a mail into the outbox. @returns false when its key exists already; then nothing changes */
export async function enqueueMail(
  container: MedusaContainer,
  { key, template, to, data }: ShopMail,
  notBefore = new Date(),
): Promise<boolean> {
  return container.resolve(OUTBOX).enqueue({ topic: "mail", key, payload: { template, to, data }, notBefore })
}
