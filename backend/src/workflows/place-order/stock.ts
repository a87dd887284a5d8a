import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/** Longer than any change of a reservation takes. */
const LOCK_SECONDS = 30

/**
 * Runs `work` while no other process changes reservations of these items: Medusa reads an item's level, adds and writes,
 * and two concurrent changes would lose one. The locks are taken one by one in a fixed order, so two orders with the
 * same items cannot deadlock.
 */
export async function withStockLocked<Result>(
  container: MedusaContainer,
  inventoryItemIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const locking = container.resolve(Modules.LOCKING)
  const keys = [...new Set(inventoryItemIds)].sort()
  const nested = keys.reduceRight<() => Promise<Result>>(
    (inner, key) => () => locking.execute([key], inner, { timeout: LOCK_SECONDS }),
    work,
  )
  return nested()
}

export interface Reservation {
  line_item_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
}

/**
 * Reserves the stock for an order's lines.
 * @throws MedusaError when there is not enough left; what was reserved before stays until the order is discarded
 */
export const reserveStockStep = createStep(
  "reserve-stock",
  async (reservations: Reservation[], { container }) => {
    const inventory = container.resolve(Modules.INVENTORY)
    await withStockLocked(container, itemsOf(reservations), async () => {
      for (const batch of batchesOf(reservations)) await inventory.createReservationItems(batch)
    })
    return new StepResponse(null)
  },
)

/** Batches without a repeated item: within one call Medusa checks each line against the same level and would oversell (medusa#16502). */
function batchesOf(reservations: readonly Reservation[]): Reservation[][] {
  const batches: Reservation[][] = []
  for (const reservation of reservations) {
    const free = batches.find(
      (batch) => !batch.some(({ inventory_item_id }) => inventory_item_id === reservation.inventory_item_id),
    )
    if (free) free.push(reservation)
    else batches.push([reservation])
  }
  return batches
}

const itemsOf = (reservations: readonly Reservation[]) =>
  reservations.map(({ inventory_item_id }) => inventory_item_id)
