import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { ACCESS } from "../../modules/access"
import { CONTACT } from "../../modules/contact"
import { idRow, queryRows } from "../../query/query-rows"
import { eraseOrders } from "./erase-orders"
import { eraseWhenFinished, ordersOf } from "./finished-orders"

/**
 * Deletes a customer: signed out everywhere; finished orders anonymous at once, the others as soon as they are
 * finished; messages, sign-in and the customer gone. The customer goes last: stopped in the middle, it can be asked
 * for again.
 */
export async function deleteAccount(
  container: MedusaContainer,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const orders = await ordersOf(container, id)
  const idsWhere = (isFinished: boolean) =>
    orders.filter((order) => order.is_finished === isFinished).map((order) => order.id)
  await eraseOrders(container, idsWhere(true))
  await eraseWhenFinished(container, idsWhere(false))
  const contact = container.resolve(CONTACT)
  const messages = await contact.listContactMessages(
    { email: { $ilike: escaped(email) } },
    { select: ["id"] },
  )
  await contact.deleteContactMessages(messages.map((message) => message.id))
  await container.resolve(ACCESS).closeSessionsOf(id)
  const identities = await queryRows(container, idRow, {
    entity: "auth_identity",
    fields: ["id"],
    filters: { app_metadata: { customer_id: id } },
  })
  await container.resolve(Modules.AUTH).deleteAuthIdentities(identities.map((identity) => identity.id))
  // Medusa's own workflow would only mark the row as deleted, and keep what is in it.
  await container.resolve(Modules.CUSTOMER).deleteCustomers([id])
}

/** An address in any case, and nothing else: `_` and `%` are wildcards of LIKE. */
function escaped(email: string): string {
  return email.replace(/[\\%_]/g, "\\$&")
}
