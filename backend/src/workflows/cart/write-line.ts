import { generateEntityId } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { CalculatedPrice, Shop } from "../../catalogue"
import { rawNumber } from "../../platform/money"
import { insertCartLine, updateCartLine } from "../../platform/medusa-tables/carts"
import type { VariantDetails } from "./sellable-variant"

interface LineOfCart {
  readonly cartId: string
  readonly quantity: number
  readonly price: CalculatedPrice
  readonly metadata?: object
}

/** Adds a line to a cart, field by field as Medusa's add-to-cart does (`prepareLineItemData` of core-flows 2.21), and the cart with its first. */
export async function insertLine(
  container: MedusaContainer,
  shop: Shop,
  content: VariantDetails,
  line: LineOfCart,
): Promise<void> {
  const { regionId, salesChannelId, currencyCode } = shop
  const { price_set_id: _priceSet, ...texts } = content
  await insertCartLine(container, {
    ...{ regionId, salesChannelId, currencyCode },
    ...texts,
    ...valuesOf(line),
    lineId: generateEntityId(undefined, "cali"),
  })
}

export async function updateLine(
  container: MedusaContainer,
  lineId: string,
  line: LineOfCart,
): Promise<void> {
  await updateCartLine(container, { lineId, ...valuesOf(line) })
}

function valuesOf({ cartId, quantity, price, metadata }: LineOfCart) {
  const { amount, compareAt, isTaxInclusive } = price
  return {
    cartId,
    quantity,
    isTaxInclusive,
    unitPrice: amount,
    rawUnitPrice: rawNumber(amount),
    compareAt: compareAt ?? null,
    rawCompareAt: compareAt === undefined ? null : rawNumber(compareAt),
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
  }
}
