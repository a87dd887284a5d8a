import type { MedusaContainer } from "@medusajs/framework/types"
import { ChangeActionType, MedusaError, Modules, OrderChangeStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  createClaimShippingMethodWorkflow,
  createExchangeShippingMethodWorkflow,
} from "@medusajs/medusa/core-flows"
import { queryGraph } from "../../platform/sql/query"

const changeRow = z.object({
  order_id: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      action: z.enum(ChangeActionType),
      return_id: z.string().nullish(),
      details: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
})
const orderRow = z.object({
  shipping_methods: z.array(z.object({ shipping_option_id: z.string().nullish() })),
})

/**
 * Completes an exchange or a claim whose new items are about to be confirmed. Medusa reserves them only with a delivery of their own,
 * and without a reservation they can never be packed: they take the order's delivery, free of charge. A claim's
 * replacement costs nothing, unless the item comes back, whose price it then offsets.
 * @throws MedusaError `not_allowed` with a sentence for staff when there is no delivery to take
 */
export async function prepareReplacement(
  container: MedusaContainer,
  kind: "claim" | "exchange",
  id: string,
): Promise<void> {
  const [change] = await queryGraph(container, changeRow, {
    entity: "order_change",
    fields: ["order_id", "actions.id", "actions.action", "actions.return_id", "actions.details"],
    filters: {
      [`${kind}_id`]: id,
      status: [OrderChangeStatus.PENDING, OrderChangeStatus.REQUESTED],
    },
  })
  const actions = change?.actions ?? []
  const added = actions.filter(({ action }) => action === ChangeActionType.ITEM_ADD)
  // Medusa answers what is missing.
  if (change === undefined || added.length === 0) return
  const isDelivered = actions.some(
    ({ action, return_id }) => action === ChangeActionType.SHIPPING_ADD && !return_id,
  )
  if (!isDelivered) await addDelivery(container, kind, id, change.order_id)
  const comesBack = actions.some(({ action }) => action === ChangeActionType.RETURN_ITEM)
  if (kind === "claim" && !comesBack)
    await container
      .resolve(Modules.ORDER)
      .updateOrderChangeActions(
        added.map(({ id: action, details }) => ({ id: action, details: { ...details, unit_price: 0 } })),
      )
}

async function addDelivery(
  container: MedusaContainer,
  kind: "claim" | "exchange",
  id: string,
  orderId: string,
): Promise<void> {
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["shipping_methods.shipping_option_id"],
    filters: { id: orderId },
  })
  const option = order?.shipping_methods[0]?.shipping_option_id
  if (!option)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Choose the outbound shipping: without it the new items cannot be packed.",
    )
  const delivery = { shipping_option_id: option, custom_amount: 0 }
  if (kind === "claim")
    await createClaimShippingMethodWorkflow(container).run({ input: { ...delivery, claim_id: id } })
  else await createExchangeShippingMethodWorkflow(container).run({ input: { ...delivery, exchange_id: id } })
}
