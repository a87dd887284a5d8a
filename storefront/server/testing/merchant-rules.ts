import { XMLParser } from "fast-xml-parser"
import * as z from "zod"

/**
 * Google's published rules for the attributes that the shop sends (product data specification,
 * support.google.com/merchants/answer/7052112, and the page of each attribute). Test support.
 */
const text = (most: number) => z.string().min(1).max(most).refine(isTrimmed, "has white space at its ends")
const line = (most: number) => text(most).refine((value) => !/[\r\n\t]/.test(value), "is more than one line")
const address = z.url({ protocol: /^https?$/ }).max(2000)
const picture = address.refine((value) => !/\.(?:svg|avif)$/i.test(value) || value.includes("/pictures/"))
const pounds = z.string().regex(/^\d+\.\d{2} GBP$/)
const positivePounds = pounds.refine((value) => Number.parseFloat(value) > 0, "is not above 0")
/** Answer 6324455: a positive number and a unit; 6324490: these whole numbers only. */
const measure = z.string().regex(/^(?!0+(?:\.0+)?[a-z])\d+(?:\.\d+)?(?:mg|g|kg|ml|cl|l)$/)
const baseMeasure = z
  .string()
  .regex(/^(?:1|10|100|2|4|8|75(?=cl)|750(?=ml)|50(?=kg)|1000(?=kg))(?:g|kg|ml|cl|l)$/)

const shipping = z.strictObject({ country: z.literal("GB"), service: line(100), price: pounds })

const entrySchema = z
  .strictObject({
    id: line(50).regex(/^[\w.-]+$/),
    title: line(150),
    description: text(5000),
    link: address,
    image_link: picture,
    additional_image_link: z.array(picture).max(10),
    availability: z.enum(["in_stock", "out_of_stock", "preorder", "backorder"]),
    condition: z.enum(["new", "refurbished", "used"]),
    price: positivePounds,
    sale_price: positivePounds.optional(),
    brand: line(70),
    gtin: z.string().refine(isGtin, "is no GTIN").optional(),
    mpn: line(70).optional(),
    identifier_exists: z.enum(["yes", "no"]).optional(),
    google_product_category: line(750).optional(),
    product_type: line(750).optional(),
    unit_pricing_measure: measure.optional(),
    unit_pricing_base_measure: baseMeasure.optional(),
    shipping: z.array(shipping).min(1).max(100),
    shipping_weight: z
      .string()
      .regex(/^\d+(?:\.\d+)? (?:g|kg)$/)
      .optional(),
    item_group_id: line(50).optional(),
    size: line(100).optional(),
  })
  .refine(
    ({ price, sale_price: sale }) => sale === undefined || Number.parseFloat(sale) < Number.parseFloat(price),
    "the sale price is not below the price",
  )
  .refine(
    ({ gtin, mpn, identifier_exists: exists }) => (gtin ?? mpn ?? null) !== null || exists === "no",
    "has no identifier and does not say so",
  )
  .refine(
    ({ gtin, mpn, identifier_exists: exists }) => (gtin ?? mpn ?? null) === null || exists !== "no",
    "has an identifier and denies it",
  )
  .refine(
    ({ unit_pricing_measure: size, unit_pricing_base_measure: base }) =>
      size === undefined ? base === undefined : base !== undefined && isWeight(size) === isWeight(base),
    "the two measures differ in kind",
  )
  .refine(
    ({ item_group_id: group, size }) => (group === undefined) === (size === undefined),
    "a variant needs both its group and what sets it apart",
  )
export type FeedEntry = z.output<typeof entrySchema>

const feedSchema = z.strictObject({
  "?xml": z.strictObject({ "@version": z.literal("1.0"), "@encoding": z.literal("UTF-8") }),
  rss: z.strictObject({
    "@version": z.literal("2.0"),
    "@xmlns:g": z.literal("http://base.google.com/ns/1.0"),
    channel: z.strictObject({
      title: text(150),
      link: address,
      description: text(5000),
      item: z.array(z.record(z.string().startsWith("g:"), z.unknown())).default([]),
    }),
  }),
})

const LISTS = new Set(["item", "g:shipping", "g:additional_image_link"])

/** Parses a feed and checks it. @throws when it is no XML, or breaks a rule */
export function parseFeed(xml: string): FeedEntry[] {
  // The parser is lenient about characters and entities. It makes elements of stray tags, which the schemas refuse.
  if (/(?![\t\n\r])\p{Control}|\p{Surrogate}|[\uFFFE\uFFFF]/u.test(xml))
    throw new Error("a character that XML forbids")
  if (/&(?!(?:amp|lt|gt|apos|quot);)/.test(xml)) throw new Error("an ampersand that begins no entity")
  const parsed: unknown = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => LISTS.has(name),
  }).parse(xml.replace(/>\n</g, "><"))
  const items = feedSchema.parse(parsed).rss.channel.item
  const entries = items.map((item) => entrySchema.parse({ additional_image_link: [], ...bare(item) }))
  expectUnique(entries.map(({ id }) => id))
  return entries
}

/** Names without Google's prefix. */
function bare(value: unknown): Record<string, unknown> {
  const named = z.record(z.string(), z.unknown()).parse(value)
  return Object.fromEntries(
    Object.entries(named).map(([name, inner]) => [
      name.replace(/^g:/, ""),
      Array.isArray(inner) && name === "g:shipping" ? inner.map(bare) : inner,
    ]),
  )
}

function expectUnique(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`${twice} is in the feed twice`)
}

function isTrimmed(value: string): boolean {
  return value.trim() === value
}

function isWeight(value: string): boolean {
  return /g$/.test(value)
}

/** 8, 12, 13 or 14 digits, the last of which is the check digit of the others (GS1 General Specifications, 7.9). */
function isGtin(value: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(value)) return false
  const [check = 0, ...rest] = Array.from(value, Number).reverse()
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}
