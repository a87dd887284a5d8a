import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { firebaseOptions } from "../../config/module-options"
import { ACCESS } from "../../modules/access"
import { FIREBASE_AUTH, deleteFirebaseUser } from "../../modules/firebase-auth"
import { queryRows } from "../../query/query-rows"
import { eraseMessagesOf } from "../../contact/erase-messages"
import { eraseOrders } from "./erase-orders"
import { scheduleErasure, ordersOf } from "./erasable-orders"

const identityRow = z.object({
  id: z.string(),
  provider_identities: z.array(z.object({ provider: z.string(), entity_id: z.string() })),
})
type Identity = z.infer<typeof identityRow>

/**
 * Deletes a customer: signed out everywhere; finished orders anonymous at once, the others as soon as they are
 * finished; messages, sign-in and the customer gone. The customer goes last: stopped in the middle, it can be asked
 * for again.
 */
export async function deleteAccount(
  container: MedusaContainer,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const identities = await queryRows(container, identityRow, {
    entity: "auth_identity",
    fields: ["id", "provider_identities.provider", "provider_identities.entity_id"],
    filters: { app_metadata: { customer_id: id } },
  })
  await deleteGoogleSignIn(container, identities)
  const orders = await ordersOf(container, id)
  const idsWhere = (isErasable: boolean) =>
    orders.filter((order) => order.is_erasable === isErasable).map((order) => order.id)
  await eraseOrders(container, idsWhere(true))
  await scheduleErasure(container, idsWhere(false))
  await eraseMessagesOf(container, email)
  await container.resolve(ACCESS).closeSessionsOf(id)
  await container.resolve(Modules.AUTH).deleteAuthIdentities(identities.map((identity) => identity.id))
  // Medusa's own workflow would only mark the row as deleted, and keep what is in it.
  await container.resolve(Modules.CUSTOMER).deleteCustomers([id])
}

/**
 * Google's record of the sign-in goes first: where Google cannot be asked, everything is still there to be asked for
 * again.
 */
async function deleteGoogleSignIn(container: MedusaContainer, identities: Identity[]): Promise<void> {
  const uids = identities
    .flatMap(({ provider_identities }) => provider_identities)
    .filter(({ provider }) => provider === FIREBASE_AUTH)
    .map(({ entity_id }) => entity_id)
  const options = firebaseOptions(environment)
  for (const uid of uids) {
    if (await deleteFirebaseUser(options, uid)) continue
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `A deleted account is still known to the Firebase project as ${uid}: without FIREBASE_CREDENTIALS_FILE only you can delete it there.`,
      )
  }
}
