import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules, OrderChangeStatus, OrderChangeType } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  cancelBeginOrderClaimWorkflow,
  cancelBeginOrderExchangeWorkflow,
  cancelOrderChangeWorkflow,
  cancelReturnReceiveWorkflow,
  cancelReturnRequestWorkflow,
} from "@medusajs/medusa/core-flows"
import { queryGraph } from "../database"

// Staff begin a change of an order and confirm it later, or close the page. Until it ends Medusa refuses whatever else writes
// to the order. A cancellation ends the open change; anything else is refused, because the change may be wanted. One without
// content is not: Medusa's pages may begin another one right after a change was confirmed.

const id = z.string().nullish()
const changeRow = z.object({
  id: z.string(),
  change_type: z.string().nullish(),
  return_id: id,
  claim_id: id,
  exchange_id: id,
  actions: z.array(z.object({ id: z.string() })),
})
type OpenChange = z.output<typeof changeRow>

/** By type. Those of no listed type are Medusa's own, which a crash interrupted: a credit line, a parcel. */
const NAMES: Readonly<Record<string, string>> = {
  [OrderChangeType.EDIT]: "an edit",
  [OrderChangeType.RETURN_REQUEST]: "a return",
  [OrderChangeType.RETURN_RECEIVE]: "the receipt of a return",
  [OrderChangeType.CLAIM]: "a claim",
  [OrderChangeType.EXCHANGE]: "an exchange",
  transfer: "a transfer to another customer",
}

async function findOpenChange(container: MedusaContainer, orderId: string): Promise<OpenChange | undefined> {
  const [change] = await queryGraph(container, changeRow, {
    entity: "order_change",
    fields: ["id", "change_type", "return_id", "claim_id", "exchange_id", "actions.id"],
    filters: { order_id: orderId, status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED] },
  })
  return change
}

/** Removes what a crash left, which is unused under the payment's lock, and a change without content. @throws MedusaError `not_allowed` while staff change it */
export async function assertNoOpenChange(container: MedusaContainer, orderId: string): Promise<void> {
  const change = await findOpenChange(container, orderId)
  if (change === undefined) return
  const name = NAMES[change.change_type ?? ""]
  if (name === undefined) return container.resolve(Modules.ORDER).deleteOrderChanges([change.id])
  if (change.actions.length === 0) return endChange(container, change)
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Staff began ${name} of this order and did not finish it. Confirm or cancel it on the order's page first.`,
  )
}

/** Ends the open change of an order that is cancelled, if there is one. An edit with content stays in its activity as cancelled. The caller holds the payment's lock. */
export async function endOpenChange(container: MedusaContainer, orderId: string): Promise<void> {
  const change = await findOpenChange(container, orderId)
  if (change !== undefined) await endChange(container, change)
}

async function endChange(container: MedusaContainer, change: OpenChange): Promise<void> {
  const { change_type: type, return_id, claim_id, exchange_id } = change
  if (type === OrderChangeType.RETURN_REQUEST && return_id)
    await cancelReturnRequestWorkflow(container).run({ input: { return_id } })
  else if (type === OrderChangeType.RETURN_RECEIVE && return_id)
    await cancelReturnReceiveWorkflow(container).run({ input: { return_id } })
  else if (type === OrderChangeType.CLAIM && claim_id)
    await cancelBeginOrderClaimWorkflow(container).run({ input: { claim_id } })
  else if (type === OrderChangeType.EXCHANGE && exchange_id)
    await cancelBeginOrderExchangeWorkflow(container).run({ input: { exchange_id } })
  else if (change.actions.length === 0) await container.resolve(Modules.ORDER).deleteOrderChanges([change.id])
  else await cancelOrderChangeWorkflow(container).run({ input: { id: change.id } })
}
