import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { OUTBOX } from "../../modules/outbox"
import type { ShopMail } from "./shop-mail"

/** Puts a mail into the outbox. @returns false when its key exists already; then nothing changes */
export async function enqueueMail(
  container: MedusaContainer,
  { key, template, to, data }: ShopMail,
  options: { notBefore?: Date; transaction?: Knex } = {},
): Promise<boolean> {
  const { transaction, ...when } = options
  const message = { topic: "mail", key, payload: { template, to, data }, ...when }
  return container.resolve(OUTBOX).enqueue(message, transaction)
}
