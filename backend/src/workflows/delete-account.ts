import type { MedusaContainer } from "@medusajs/framework/types"
import { ENDS_QUESTION } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { erasePrivateFiles } from "../customers/erase-private-files"
import { environment } from "../platform/config"
import { firebaseOptions } from "../platform/config/module-options"
import { eraseMessagesOf } from "../customers/erase-messages"
import { eraseLooseMailsTo } from "../mail/erase-mails"
import { ACCESS } from "../modules/access"
import { FIREBASE_AUTH, deleteFirebaseUser } from "../modules/firebase-auth"
import {
  customersBeingDeleted,
  customersWithMailboxOf,
  requestDeletion,
  startDeletion,
  withdrawDeletion,
} from "../platform/medusa-tables/customers"
import { ordersOf, scheduleErasure } from "../platform/medusa-tables/erasable-orders"
import { queryGraph } from "../platform/sql/query"
import { eraseOrdersWithKeys } from "./erase-orders"
import { EXECUTION_RETENTION_SECONDS } from "medusa-payments/workflows"
import { runEach } from "./run-each"

/** The execution log keeps the input and what the steps return: ids only, no personal data. */
interface Input {
  customerId: string
}

/**
 * Notes on the customer that the deletion was requested, so that the nightly purge completes it after a crash. Where
 * Google cannot be reached, nothing is deleted yet and the note is taken back; an earlier run's note stays.
 */
const markCustomerStep = createStep(
  "mark-customer",
  async ({ customerId }: Input, { container }) => {
    const [marked] = await requestDeletion(container, { customerId })
    return new StepResponse(null, marked)
  },
  async (customerId, { container }) => {
    if (customerId !== undefined) await withdrawDeletion(container, { customerId })
  },
)

const identityRow = z.object({
  id: z.string(),
  provider_identities: z.array(z.object({ provider: z.string(), entity_id: z.string() })),
})

const identitiesOf = (container: MedusaContainer, customerId: string) =>
  queryGraph(container, identityRow, {
    entity: "auth_identity",
    filters: { app_metadata: { customer_id: customerId } },
  })

/** Google's record of the sign-in goes first. From here on there is no way back. */
const deleteGoogleUserStep = createStep(
  "delete-google-user",
  async ({ customerId }: Input, { container }) => {
    const identities = await identitiesOf(container, customerId)
    const uids = identities
      .flatMap(({ provider_identities }) => provider_identities)
      .filter(({ provider }) => provider === FIREBASE_AUTH)
      .map(({ entity_id }) => entity_id)
    for (const uid of uids) {
      if (await deleteFirebaseUser(firebaseOptions(environment), uid)) continue
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `A deleted account is still known to the Firebase project as ${uid}: without FIREBASE_CREDENTIALS_FILE only you can delete it there.`,
        )
    }
    await startDeletion(container, { customerId })
    return new StepResponse(null)
  },
)

/** All that is left. It can be repeated: it reads what is still there, and the customer, who has the mark, goes last. */
const eraseCustomerStep = createStep("erase-customer", async ({ customerId }: Input, { container }) => {
  const orders = await ordersOf(container, { customerId, endsQuestion: ENDS_QUESTION })
  const idsWhere = (isErasable: boolean) =>
    orders.filter((order) => order.isErasable === isErasable).map(({ id }) => id)
  await eraseOrdersWithKeys(container, idsWhere(true))
  await scheduleErasure(container, { ids: idsWhere(false) })
  const [customer] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ id: customerId }, { select: ["email"] })
  if (customer?.email) {
    await eraseMessagesOf(container, customer.email)
    await eraseLooseMailsTo(container, customer.email)
  }
  // Exports may contain this customer: all are deleted.
  await erasePrivateFiles()
  await container.resolve(ACCESS).closeSessionsOf(customerId)
  const identities = await identitiesOf(container, customerId)
  await container.resolve(Modules.AUTH).deleteAuthIdentities(identities.map(({ id }) => id))
  // Medusa's own workflow would only mark the row as deleted, and keep what is in it.
  await container.resolve(Modules.CUSTOMER).deleteCustomers([customerId])
  return new StepResponse(null)
})

/** Unfinished orders become anonymous when they are finished. Once Google's record is deleted it rolls forward. */
export const deleteAccountWorkflow = createWorkflow(
  { name: "delete-account", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    markCustomerStep(input)
    deleteGoogleUserStep(input)
    eraseCustomerStep(input)
    return new WorkflowResponse(undefined)
  },
)

/** Also what was ordered as a guest with the customer's address. @throws MedusaError as `runEach` */
export async function erasePerson(container: MedusaContainer, customerId: string): Promise<void> {
  await runEach("deletions", await customersWithMailboxOf(container, { customerId }), (id) =>
    deleteAccountWorkflow(container).run({ input: { customerId: id } }),
  )
}

/** Completes the deletions that a crash or a failure interrupted. @throws MedusaError as `runEach` */
export async function completeDeletions(container: MedusaContainer): Promise<void> {
  await runEach("deletions", await customersBeingDeleted(container), (customerId) =>
    deleteAccountWorkflow(container).run({ input: { customerId } }),
  )
}
