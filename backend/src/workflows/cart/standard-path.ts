import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { CartState } from "./read-cart"

/** Said by a lean change, under the lock, of a cart it must leave to Medusa's own workflows. */
export const STANDARD_PATH = "standard path"

/**
 * Whether a cart has anything that only Medusa's own workflows reckon with: what it carries already, or a promotion
 * that staff have made apply to every cart by itself.
 */
export async function requiresStandardPath(
  container: MedusaContainer,
  cart: CartState | undefined,
): Promise<boolean> {
  if (cart?.requiresStandardPath) return true
  const [automatic] = await container
    .resolve(Modules.PROMOTION)
    .listPromotions({ is_automatic: true, status: ["active"] }, { select: ["id"], take: 1 })
  return automatic !== undefined
}
