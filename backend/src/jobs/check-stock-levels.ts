import type { MedusaContainer } from "@medusajs/framework/types"
import { checkStockLevels } from "../workflows/low-stock/check-stock-levels"

/** Mails staff about products that are running low. Several processes may run it at the same time. */
export default async function checkStock(container: MedusaContainer): Promise<void> {
  await checkStockLevels(container)
}

export const config = { name: "check-stock-levels", schedule: { interval: 15_000 } }
