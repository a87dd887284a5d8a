import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { whileStockLocked } from "../while-stock-locked"

export interface Reservation {
  line_item_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
}

/**
 * Takes the stock for an order's lines, all or nothing, under each item's lock: Medusa reads a level, adds and writes.
 * @throws MedusaError when there is not enough left
 */
export const reserveStockStep = createStep(
  "reserve-stock",
  async (reservations: Reservation[], { container }) => {
    const inventory = container.resolve(Modules.INVENTORY)
    const made: string[] = []
    try {
      await whileStockLocked(container, itemsOf(reservations), async () => {
        for (const batch of batchesOf(reservations))
          made.push(...(await inventory.createReservationItems(batch)).map(({ id }) => id))
      })
    } catch (error) {
      // A step that throws is not compensated: what its earlier batches took is given back here.
      await giveBack(container, reservations, made)
      throw error
    }
    return new StepResponse(made, { made, reservations })
  },
  async (taken, { container }) => {
    if (taken) await giveBack(container, taken.reservations, taken.made)
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

async function giveBack(
  container: MedusaContainer,
  reservations: readonly Reservation[],
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  await whileStockLocked(container, itemsOf(reservations), () =>
    container.resolve(Modules.INVENTORY).deleteReservationItems(ids),
  )
}

const itemsOf = (reservations: readonly Reservation[]) =>
  reservations.map(({ inventory_item_id }) => inventory_item_id)
