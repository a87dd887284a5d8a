import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import type { OrderDraft } from "../draft-order"

type PlacedDraft = OrderDraft & { customer_id: string }

const insertedRow = z.array(z.object({ id: z.string(), display_id: z.coerce.number().int() })).length(1)

/** Writes the order with its lines, addresses, delivery and tax. Its id is the cart's, so a second one cannot be. */
export const insertOrderStep = createStep(
  "insert-order",
  async (order: PlacedDraft, { container }) => {
    const number = await insertOrder(container, order)
    return new StepResponse({ number }, order.id)
  },
  async (orderId, { container }) => {
    if (orderId) await container.resolve(Modules.ORDER).deleteOrders([orderId])
  },
)

/**
 * `createOrders_` is what `createOrders` calls before it reads everything back with ten relations, a third of the
 * checkout's time. It is protected in the types; the pin of Medusa and `place-order.int.spec.ts` guard it.
 */
async function insertOrder(container: MedusaContainer, order: PlacedDraft): Promise<number> {
  const orders: object = container.resolve(Modules.ORDER)
  if (!canInsert(orders)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The order module has no createOrders_; see ADR 0003.",
    )
  }
  const [inserted] = insertedRow.parse(await orders.createOrders_([order]))
  if (!inserted)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The order module inserted nothing.")
  return inserted.display_id
}

function canInsert(orders: object): orders is { createOrders_(orders: PlacedDraft[]): Promise<unknown> } {
  return "createOrders_" in orders && typeof orders.createOrders_ === "function"
}
