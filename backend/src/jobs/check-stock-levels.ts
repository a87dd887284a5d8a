import type { MedusaContainer } from "@medusajs/framework/types"
import { checkStockLevels } from "../workflows/low-stock/check-stock-levels"

/** Looks for products that are running out. Two rounds at once do no harm. */
export default async function watch(container: MedusaContainer): Promise<void> {
  await checkStockLevels(container)
}

export const config = { name: "check-stock-levels", schedule: { interval: 4_000 } }
