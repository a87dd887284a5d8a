import { GOOGLE_CATEGORIES } from "@brand/copy/feed"
import type { NetQuantity, ShippingOption } from "@shop/contracts"
import type { FeedItem } from "@shop/contracts/product-feed"
import { deliveryAlone } from "../../src/lib/cart-lines"
import { productPath } from "../../src/lib/links"
import { shareAddress } from "../../src/lib/picture-address"
import { withoutForbidden } from "../xml"

export interface FeedContext {
  publicUrl: string
  /** The shop's name: the brand of what it makes itself. */
  shopName: string
  shipping: readonly ShippingOption[]
}

/** An attribute of Google's product data: a text, or a group of attributes. */
export type Attribute = readonly [name: string, value: string | readonly Attribute[]]

/** Google's limits, in characters (support.google.com/merchants/answer/7052112). */
const LONGEST = { title: 150, description: 5000, brand: 70, mpn: 70, size: 100, type: 750, service: 100 }
const MOST_MORE_PICTURES = 10
const LONGEST_ADDRESS = 2000
/** Google's largest parcel is 1,000 kg. */
const HEAVIEST_GRAMS = 1_000_000

/** Google's category of food that has no closer one. */
const FOOD = "Food, Beverages & Tobacco > Food Items"

/** The unit in which the price of each unit is compared (Price Marking Order 2004). */
const BASE_MEASURES: Record<NetQuantity["unit"], string> = { g: "1kg", kg: "1kg", ml: "1l", l: "1l" }

/** Null for what Google refuses as a whole: a size without a picture or a price. */
export function feedEntry(item: FeedItem, context: FeedContext): readonly Attribute[] | null {
  const [picture, ...morePictures] = item.images.flatMap((src) => pictureFor(src, context.publicUrl) ?? [])
  const title = line(item.size === null ? item.name : `${item.name}, ${item.size}`, LONGEST.title)
  if (picture === undefined || title === "" || Number(item.price) === 0) return null
  return [
    ["id", item.id],
    ...groupOf(item),
    ["title", title],
    ["description", shortened(withoutForbidden(item.description).trim(), LONGEST.description) || title],
    ["link", pageOf(item, context.publicUrl)],
    ["image_link", picture],
    ...morePictures.slice(0, MOST_MORE_PICTURES).map((src) => ["additional_image_link", src] as const),
    ["availability", item.isInStock ? "in_stock" : "out_of_stock"],
    ["condition", "new"],
    ...pricesOf(item),
    ["brand", line(item.maker ?? context.shopName, LONGEST.brand)],
    ...identifiersOf(item),
    ...categoriesOf(item),
    ...measuresOf(item),
    ...context.shipping.map((option) => ["shipping", shippingOf(option, item)] as const),
  ]
}

function groupOf({ size, productId }: FeedItem): Attribute[] {
  if (size === null) return []
  return [
    ["item_group_id", productId],
    ["size", line(size, LONGEST.size)],
  ]
}

/** A product with several sizes opens with the one of the feed, so that both show the same price. */
function pageOf({ slug, size, id }: FeedItem, publicUrl: string): string {
  const page = new URL(productPath(slug), publicUrl)
  if (size !== null) page.searchParams.set("size", id)
  return page.href
}

function pricesOf({ price, originalPrice }: FeedItem): Attribute[] {
  if (originalPrice === null) return [["price", `${price} GBP`]]
  return [
    ["price", `${originalPrice} GBP`],
    ["sale_price", `${price} GBP`],
  ]
}

function identifiersOf({ barcodes, mpn }: FeedItem): Attribute[] {
  const gtin = barcodes.map(gtinIn).find((found) => found !== null)
  const known: Attribute[] = [
    ...(gtin === undefined ? [] : [["gtin", gtin] as const]),
    ...(mpn === null ? [] : [["mpn", line(mpn, LONGEST.mpn)] as const]),
  ]
  return known.length > 0 ? known : [["identifier_exists", "no"]]
}

function categoriesOf({ category, googleCategory, isFood }: FeedItem): Attribute[] {
  const own = googleCategory ?? GOOGLE_CATEGORIES[category?.slug ?? ""] ?? (isFood ? FOOD : null)
  return [
    ...(own === null ? [] : [["google_product_category", line(own, LONGEST.type)] as const]),
    ...(category === null ? [] : [["product_type", line(category.name, LONGEST.type)] as const]),
  ]
}

function measuresOf({ netQuantity, parcelGrams }: FeedItem): Attribute[] {
  const hasParcel = parcelGrams !== null && parcelGrams > 0 && parcelGrams <= HEAVIEST_GRAMS
  return [
    ...(netQuantity === null
      ? []
      : ([
          ["unit_pricing_measure", `${netQuantity.value}${netQuantity.unit}`],
          ["unit_pricing_base_measure", BASE_MEASURES[netQuantity.unit]],
        ] as const)),
    ...(hasParcel ? [["shipping_weight", `${parcelGrams} g`] as const] : []),
  ]
}

const shippingOf = (option: ShippingOption, item: FeedItem): Attribute[] => [
  ["country", "GB"],
  ["service", line(option.label, LONGEST.service)],
  ["price", `${deliveryAlone(option, item)} GBP`],
]

const DRAWING_OR_AVIF = /\.(?:svg|avif)$/i

/** Google reads no SVG and no AVIF: an upload of these is its JPEG share picture. Null when there is none. */
function pictureFor(src: string, publicUrl: string): string | null {
  if (!URL.canParse(src, publicUrl)) return null
  const { pathname } = new URL(src, publicUrl)
  const readable = DRAWING_OR_AVIF.test(pathname) ? shareAddress(src) : src
  if (readable === null) return null
  const { href, protocol } = new URL(readable, publicUrl)
  return /^https?:$/.test(protocol) && href.length <= LONGEST_ADDRESS ? href : null
}

const line = (text: string, most: number): string =>
  shortened(withoutForbidden(text).replace(/\s+/g, " ").trim(), most)

/** A text of at most `most` characters. A character outside the basic plane is kept or left out as a whole. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")
  return `${cut.trimEnd()}…`
}

/** Prefixes for a shop's internal numbers and for coupons, which no other shop may know the product by. */
const RESTRICTED = /^(?:02|04|2|98|99)/

/** A GTIN: 8, 12, 13 or 14 digits with a valid check digit, of no range for internal use. Null for any other bar code. */
function gtinIn(barcode: string): string | null {
  const digits = barcode.replace(/[\s-]/g, "")
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null
  const full = digits.padStart(14, "0")
  // Of the 13 digits after the packaging level; a number of 8 digits has no such prefix.
  if (digits.length > 8 && RESTRICTED.test(full.slice(1))) return null
  const sum = Array.from(full, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return sum % 10 === 0 && Number(full) > 0 ? digits : null
}
