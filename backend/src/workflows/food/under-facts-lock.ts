import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Longer than any import takes, in seconds. */
const LOCK_SECONDS = 120
/** Whatever changes what is said of products takes turns. */
const LOCK = "product-facts"

/** Runs a change of what is said of products while nobody else changes any. */
export const underFactsLock = <Result>(
  container: MedusaContainer,
  work: () => Promise<Result>,
): Promise<Result> => container.resolve(Modules.LOCKING).execute([LOCK], work, { timeout: LOCK_SECONDS })
