import type { VariantDetails, Price } from "./sellable-variant"

/** A cart's line as Medusa's own add-to-cart writes it (`prepareLineItemData` of core-flows 2.21): field by field the same row. */
export function lineItem(content: VariantDetails, price: Price, quantity: number) {
  return {
    quantity,
    title: content.title,
    subtitle: content.variant_title ?? undefined,
    thumbnail: content.thumbnail ?? undefined,
    product_id: content.product_id,
    product_title: content.title,
    product_description: content.description ?? undefined,
    product_subtitle: content.subtitle ?? undefined,
    product_type: content.type ?? undefined,
    product_type_id: content.type_id ?? undefined,
    product_collection: content.collection ?? undefined,
    product_handle: content.handle,
    variant_id: content.variant_id,
    variant_sku: content.sku ?? undefined,
    variant_barcode: content.barcode ?? undefined,
    variant_title: content.variant_title ?? undefined,
    is_discountable: content.discountable,
    is_giftcard: content.is_giftcard,
    requires_shipping: content.requires_shipping,
    metadata: {},
    ...linePrice(price),
  }
}

/** The part of a line that changes with its quantity. A key without a value would be stored as NaN: it has to be absent. */
export const linePrice = (price: Price) => ({
  unit_price: price.amount,
  // Left out where there is none: an update with an undefined amount writes NaN.
  ...(price.compareAt === undefined ? {} : { compare_at_unit_price: price.compareAt }),
  is_tax_inclusive: price.isTaxInclusive,
})
