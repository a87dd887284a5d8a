import { generateEntityId } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { CalculatedPrice, Shop } from "../../catalogue"
import { rawNumber } from "../../platform/money"
import { querySql } from "../../platform/sql/query"
import type { VariantDetails } from "./sellable-variant"

interface LineOfCart {
  readonly cartId: string
  readonly quantity: number
  readonly price: CalculatedPrice
  readonly metadata?: object
}

/**
 * The rows that Medusa's cart module writes, in one statement: it makes a transaction for each table and reads the cart back.
 * The idempotency key is stored with the line or not at all.
 */
const INSERT = `
  with cart as (
    insert into cart as c (id, region_id, sales_channel_id, currency_code, metadata)
      values (:cartId, :regionId, :salesChannelId, :currencyCode, cast(:metadata as jsonb))
    on conflict (id) do update set updated_at = now(),
      metadata = case when excluded.metadata is null then c.metadata else coalesce(c.metadata, '{}') || excluded.metadata end)
  insert into cart_line_item (id, cart_id, quantity, title, subtitle, thumbnail, product_id, product_title,
      product_description, product_subtitle, product_type, product_type_id, product_collection, product_handle, variant_id,
      variant_sku, variant_barcode, variant_title, is_discountable, is_giftcard, requires_shipping, metadata, is_tax_inclusive,
      unit_price, raw_unit_price, compare_at_unit_price, raw_compare_at_unit_price)
    values (:lineId, :cartId, :quantity, :title, :variant_title, :thumbnail, :product_id, :title,
      :description, :subtitle, :type, :type_id, :collection, :handle, :variant_id,
      :sku, :barcode, :variant_title, :discountable, :is_giftcard, :requires_shipping, '{}', :isTaxInclusive,
      :unitPrice, cast(:rawUnitPrice as jsonb), :compareAt, cast(:rawCompareAt as jsonb))`

/** Adds a line to a cart, field by field as Medusa's add-to-cart does (`prepareLineItemData` of core-flows 2.21), and the cart with its first. */
export async function insertLine(
  container: MedusaContainer,
  shop: Shop,
  content: VariantDetails,
  line: LineOfCart,
): Promise<void> {
  const { regionId, salesChannelId, currencyCode } = shop
  const { price_set_id: _priceSet, ...texts } = content
  await querySql(container, z.unknown(), INSERT, {
    ...{ regionId, salesChannelId, currencyCode },
    ...texts,
    ...valuesOf(line),
    lineId: generateEntityId(undefined, "cali"),
  })
}

const UPDATE = `
  with cart as (
    update cart set updated_at = now(), metadata = coalesce(metadata, '{}') || cast(:metadata as jsonb)
     where id = :cartId and cast(:metadata as jsonb) is not null)
  update cart_line_item set updated_at = now(), quantity = :quantity, is_tax_inclusive = :isTaxInclusive,
      unit_price = :unitPrice, raw_unit_price = cast(:rawUnitPrice as jsonb),
      compare_at_unit_price = :compareAt, raw_compare_at_unit_price = cast(:rawCompareAt as jsonb)
   where id = :lineId`

/** Sets a line's quantity, and the price that it has with it. */
export async function updateLine(
  container: MedusaContainer,
  lineId: string,
  line: LineOfCart,
): Promise<void> {
  await querySql(container, z.unknown(), UPDATE, { lineId, ...valuesOf(line) })
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
