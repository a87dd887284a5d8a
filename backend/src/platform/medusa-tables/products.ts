import { z } from "@medusajs/framework/zod"
import { statement } from "./statement"

/* In SQL: Medusa's API makes objects with all relations, too slowly for ten thousand products. */

/** The product type of products that are not food. */
export const NON_FOOD = "non-food"
/** The metadata key that says the same of products that have a type of their own. */
export const NOT_FOOD_KEY = "not_food"
export const IS_NON_FOOD = `(coalesce(p.metadata ->> '${NOT_FOOD_KEY}', '') = 'true' or exists (select from product_type t
    where t.id = p.type_id and lower(t.value) = '${NON_FOOD}' and t.deleted_at is null))`
/** The tag of products that the home page shows and lists put first. */
export const FEATURED_TAG = "featured"

/** SQL for the address of the picture of the product `p`: the thumbnail, else the first photo. */
const PICTURE = `coalesce(nullif(p.thumbnail, ''), (select i.url from image i
  where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id limit 1))`

export const readProductContents = statement(
  z.object({
    id: z.string(),
    title: z.string(),
    handle: z.string(),
    description: z.string(),
    thumbnail: z.string().nullable(),
    images: z.array(z.object({ url: z.string(), alt: z.string().nullable() })),
    categories: z.array(z.string()),
  }),
  `select p.id, p.title, p.handle, coalesce(p.description, '') as description, ${PICTURE} as thumbnail,
  array(select json_build_object('url', i.url, 'alt', nullif(trim(i.metadata ->> 'alt'), '')) from image i
    where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id) as images,
  array(select l.product_category_id from product_category_product l where l.product_id = p.id) as categories
from product p where p.id = any(:products)`,
)

export const readPriceSets = statement(
  z.object({ variantId: z.string(), priceSetId: z.string() }),
  `select s.variant_id as "variantId", s.price_set_id as "priceSetId" from product_variant_price_set s
where s.variant_id = any(:variants) and s.deleted_at is null`,
)

/** SQL for the price in pounds that staff set for the variant `v`, without sales: that of the shop's region goes before the currency's. */
const PRICE = `(select a.amount from product_variant_price_set s
  join price a on a.price_set_id = s.price_set_id and a.deleted_at is null and a.currency_code = 'gbp'
    and a.price_list_id is null and a.min_quantity is null and (a.rules_count = 0 or a.rules_count = 1 and exists (
      select from price_rule r join store on store.default_region_id = r.value and store.deleted_at is null
      where r.price_id = a.id and r.attribute = 'region_id' and r.deleted_at is null))
  where s.variant_id = v.id and s.deleted_at is null order by a.rules_count desc, a.amount limit 1)`

/** The VAT category comes from Medusa's tax rules, which also decide the charge: both always agree. */
const VAT = `coalesce((select r.code from tax_rate_rule l join tax_rate r on r.id = l.tax_rate_id and r.deleted_at is null
  where l.reference = 'product' and l.reference_id = p.id and l.deleted_at is null
  order by l.created_at desc limit 1), 'standard')`

/** What staff declare about these products; `food` and `stated` are as the module of food information stores them. */
export const readDeclarations = statement(
  z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    isFood: z.boolean(),
    /** Staff said that the stock is not counted on purpose. */
    isUncountedOnPurpose: z.boolean(),
    hasPicture: z.boolean(),
    hasCategory: z.boolean(),
    badge: z.string().nullable(),
    isFeatured: z.boolean(),
    vat: z.string(),
    food: z.unknown(),
    variants: z.array(
      z.object({
        id: z.string(),
        weight: z.string(),
        sku: z.string().nullable(),
        stated: z.unknown(),
        /** Pounds */
        price: z.number().nullable(),
        isCounted: z.boolean(),
      }),
    ),
  }),
  `select p.id, p.title, p.status, p.metadata ->> 'badge' as badge, ${VAT} as vat, to_jsonb(f) as food,
  not ${IS_NON_FOOD} as "isFood",
  coalesce(p.metadata ->> 'stock_not_counted', '') = 'true' as "isUncountedOnPurpose",
  ${PICTURE} is not null as "hasPicture",
  exists (select from product_category_product l join product_category c on c.id = l.product_category_id
    and c.deleted_at is null where l.product_id = p.id) as "hasCategory",
  exists (select from product_tags l join product_tag t on t.id = l.product_tag_id and t.deleted_at is null
    where l.product_id = p.id and t.value = '${FEATURED_TAG}') as "isFeatured",
  coalesce((select json_agg(json_build_object('id', v.id, 'weight', coalesce(v.title, ''), 'sku', v.sku, 'stated',
      case when q.id is not null then json_build_object('value', q.value, 'unit', q.unit) end,
      'price', ${PRICE},
      'isCounted', v.manage_inventory and exists (select from product_variant_inventory_item i
        where i.variant_id = v.id and i.deleted_at is null))
      order by v.variant_rank nulls last, v.created_at, v.id)
    from product_variant v left join net_quantity q on q.variant_id = v.id and q.deleted_at is null
    where v.product_id = p.id and v.deleted_at is null), '[]') as variants
from product p
left join food_information f on f.product_id = p.id and f.deleted_at is null
where p.id = any(:products) and p.deleted_at is null`,
)

const trimmed = z
  .string()
  .nullable()
  .transform((value) => (value?.trim() ? value.trim() : null))

/** What only a feed needs of these products. Staff enter the part number and Google's category as metadata. */
export const readFeedRows = statement(
  z.object({
    id: z.string(),
    googleCategory: trimmed,
    changedAt: z.coerce.date(),
    images: z.array(z.string()),
    variants: z.array(
      z.object({
        id: z.string(),
        barcodes: z.array(trimmed),
        mpn: trimmed,
        grams: z.number().nullable(),
      }),
    ),
  }),
  `select p.id,
  greatest(p.updated_at, (select f.updated_at from food_information f where f.product_id = p.id and f.deleted_at is null),
    (select max(greatest(v.updated_at, a.updated_at)) from product_variant v
      left join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
      left join price a on a.price_set_id = s.price_set_id and a.deleted_at is null
      where v.product_id = p.id and v.deleted_at is null)) as "changedAt",
  coalesce(nullif(p.metadata ->> 'google_product_category', ''), (select c.metadata ->> 'google_product_category'
    from product_category_product l join product_category c on c.id = l.product_category_id and c.deleted_at is null
    where l.product_id = p.id and c.metadata ->> 'google_product_category' <> ''
    order by c.rank, c.id limit 1)) as "googleCategory",
  array_remove(array[${PICTURE}] || array(select i.url from image i
    where i.product_id = p.id and i.deleted_at is null order by i.rank, i.id), null) as images,
  coalesce((select json_agg(json_build_object('id', v.id, 'barcodes', json_build_array(v.ean, v.upc, v.barcode),
      'mpn', coalesce(nullif(v.metadata ->> 'mpn', ''), p.metadata ->> 'mpn'),
      'grams', coalesce(cast(v.weight as float), cast(p.weight as float))))
    from product_variant v where v.product_id = p.id and v.deleted_at is null), '[]') as variants
from product p where p.id = any(:products) and p.deleted_at is null`,
)

/** The products with these `handles`, or all, as staff edit them, sorted by title. */
export const readStaffProducts = statement(
  z.object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    description: z.string(),
    status: z.string(),
    image: z.string().nullable(),
    categories: z.array(z.string()),
  }),
  `select p.id, p.handle, p.title, coalesce(p.description, '') as description, p.status, ${PICTURE} as image,
  array(select c.handle from product_category_product l join product_category c on c.id = l.product_category_id
    and c.deleted_at is null where l.product_id = p.id order by c.handle) as categories
from product p where (cast(:handles as text[]) is null or p.handle = any(:handles)) and p.deleted_at is null
order by lower(p.title), p.id`,
)

const text = z.string().nullable()

/** Everything that Medusa copies from a product to a cart's line. */
export const readVariantDetails = statement(
  z.object({
    variant_id: z.string(),
    variant_title: text,
    sku: text,
    barcode: text,
    thumbnail: text,
    price_set_id: z.string(),
    product_id: z.string(),
    title: z.string(),
    subtitle: text,
    description: text,
    handle: z.string(),
    discountable: z.boolean(),
    is_giftcard: z.boolean(),
    type: text,
    type_id: text,
    collection: text,
    requires_shipping: z.boolean(),
  }),
  `select v.id as variant_id, v.title as variant_title, v.sku, v.barcode, coalesce(v.thumbnail, ${PICTURE}) as thumbnail,
  s.price_set_id, p.id as product_id, p.title, p.subtitle, p.description, p.handle, p.discountable, p.is_giftcard,
  t.value as type, t.id as type_id, c.title as collection,
  (exists (select from product_shipping_profile f where f.product_id = p.id and f.deleted_at is null)
    or exists (select from product_variant_inventory_item l
      join inventory_item i on i.id = l.inventory_item_id and i.deleted_at is null and i.requires_shipping
      where l.variant_id = v.id and l.deleted_at is null)) as requires_shipping
from product_variant v
join product p on p.id = v.product_id
join product_variant_price_set s on s.variant_id = v.id and s.deleted_at is null
left join product_type t on t.id = p.type_id and t.deleted_at is null
left join product_collection c on c.id = p.collection_id and c.deleted_at is null
where v.id = :variant`,
)

/** By which products and categories were found before they were renamed, the newest first. A trigger on their tables writes them. */
export const readFormerHandles = statement(
  z.object({ handle: z.string(), targetId: z.string() }),
  `select handle, target_id as "targetId" from former_handle order by renamed_at desc, target_id`,
)
