import type { MedusaContainer } from "@medusajs/framework/types"
import { watchStock } from "../workflows/low-stock/watch-stock"

/** Looks for products that are running out. Two rounds at once do no harm. */
export default async function watch(container: MedusaContainer): Promise<void> {
  await watchStock(container)
}

export const config = { name: "watch-stock", schedule: { interval: 4_000 } }
