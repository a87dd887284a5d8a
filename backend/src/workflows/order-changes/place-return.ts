import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../../platform/sql/query"

const returnRow = z.object({
  order_id: z.string(),
  location_id: z.string().nullish(),
  items: z.array(
    z.object({
      item: z.object({
        title: z.string(),
        variant: z
          .object({
            manage_inventory: z.boolean(),
            inventory_items: z.array(
              z.object({
                inventory: z.object({
                  location_levels: z.array(z.object({ location_id: z.string() })).nullish(),
                }),
              }),
            ),
          })
          .nullish(),
      }),
    }),
  ),
})
const orderRow = z.object({
  fulfillments: z.array(
    z.object({
      location_id: z.string(),
      canceled_at: z.coerce.date().nullish(),
      created_at: z.coerce.date(),
    }),
  ),
})

/**
 * Gives a return without a location the one that the order left from: Medusa's form makes it optional, and its receipt then fails
 * after a part of it was written.
 * @throws MedusaError `not_allowed` with a sentence for staff when an item cannot be booked there
 */
export async function placeReturn(container: MedusaContainer, returnId: string): Promise<void> {
  const [found] = await queryGraph(container, returnRow, {
    entity: "return",
    fields: [
      "order_id",
      "location_id",
      "items.item.title",
      "items.item.variant.manage_inventory",
      "items.item.variant.inventory_items.inventory.location_levels.location_id",
    ],
    filters: { id: returnId },
  })
  // Medusa answers that there is none.
  if (found === undefined) return
  const place = found.location_id ?? (await placeOfDispatch(container, found.order_id))
  const elsewhere = found.items.find(
    ({ item: { variant } }) =>
      variant?.manage_inventory &&
      !variant.inventory_items.some(({ inventory }) =>
        (inventory.location_levels ?? []).some(({ location_id }) => location_id === place),
      ),
  )
  if (elsewhere !== undefined)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `“${elsewhere.item.title}” has no stock level at the location of this return. Add the location to its inventory item first.`,
    )
  if (place !== undefined && place !== found.location_id)
    await container
      .resolve(Modules.ORDER)
      .updateReturns([{ selector: { id: returnId }, data: { location_id: place } }])
}

/** Where the last parcel of an order left from. */
export async function placeOfDispatch(
  container: MedusaContainer,
  orderId: string,
): Promise<string | undefined> {
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["fulfillments.location_id", "fulfillments.canceled_at", "fulfillments.created_at"],
    filters: { id: orderId },
  })
  const parcels = (order?.fulfillments ?? []).filter(({ canceled_at }) => !canceled_at)
  return parcels.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0]?.location_id
}
