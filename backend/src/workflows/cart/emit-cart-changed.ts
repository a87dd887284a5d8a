import { CartWorkflowEvents, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/** The events Medusa's own workflows emit, so that a subscriber need not know which road a cart took. */
export async function emitCartChanged(
  container: MedusaContainer,
  cartId: string,
  change: "created" | "updated",
): Promise<void> {
  const name = change === "created" ? CartWorkflowEvents.CREATED : CartWorkflowEvents.UPDATED
  await container.resolve(Modules.EVENT_BUS).emit({ name, data: { id: cartId } })
}
