import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Longer than any change of a reservation takes. */
const LOCK_SECONDS = 30

export interface Reservation {
  line_item_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
  allow_backorder?: boolean
}

/** Medusa reads an item's level, adds and writes: two changes at once would lose one. Locks in a fixed order cannot deadlock. */
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

/** The caller holds the items' locks. @throws MedusaError when there is not enough left; what was reserved before stays */
export async function reserveStock(
  container: MedusaContainer,
  reservations: readonly Reservation[],
): Promise<void> {
  const inventory = container.resolve(Modules.INVENTORY)
  for (const batch of batchesOf(reservations)) await inventory.createReservationItems(batch)
}

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

export async function releaseStock(container: MedusaContainer, lines: string[]): Promise<void> {
  const inventory = container.resolve(Modules.INVENTORY)
  const reservations = await inventory.listReservationItems(
    { line_item_id: lines },
    { select: ["id", "inventory_item_id"] },
  )
  const items = reservations.map(({ inventory_item_id }) => inventory_item_id)
  await withStockLocked(container, items, () => inventory.deleteReservationItemsByLineItem(lines))
}
