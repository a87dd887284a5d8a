import type { UnitPrice } from "@shop/contracts"
import { formatPounds } from "./money"

/** What the price marking rules want beside a selling price: `"£19.12 per kg"`; null where nothing is weighed. */
export const unitPriceLabel = (unitPrice: UnitPrice | null | undefined): string | null =>
  unitPrice ? `${formatPounds(unitPrice.price)} per ${unitPrice.per}` : null
