import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { releaseStock, reserveLines, withPaymentLocked } from "medusa-payments/workflows"
import { readWrongReservations } from "../platform/medusa-tables/reservations"
import { runEach } from "./run-each"

/** As long as Medusa's edits hold theirs. */
const LOCK_SECONDS = 10

/**
 * Has each order reserve what it has and was not sent, after a crash that left it with more or less. Looks again under the locks of
 * its payment and of Medusa's edits: staff may have changed the order meanwhile. @throws MedusaError as `runEach`
 */
export async function repairReservations(container: MedusaContainer): Promise<void> {
  const wrong = await readWrongReservations(container, { orderId: null })
  const locking = container.resolve(Modules.LOCKING)
  await runEach("repairs of an order's reserved stock", wrong, ({ id }) =>
    withPaymentLocked(container, id, () =>
      locking.execute([id], () => repairOrder(container, id), { timeout: LOCK_SECONDS }),
    ),
  )
}

async function repairOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const [still] = await readWrongReservations(container, { orderId })
  if (still?.isEnded) await releaseStock(container, still.lines)
  else if (still !== undefined) await reserveLines(container, orderId, still.lines)
}
