import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { vatCategorySchema, type NetQuantity } from "@shop/contracts"
import {
  foodRow,
  missingFacts,
  netQuantityIn,
  netQuantityRow,
  NOTHING_SAID,
  type FoodFacts,
  type Missing,
} from "../modules/food-information"
import { querySql } from "../platform/sql/query"

/** The product type of products that are not food. */
export const NON_FOOD = "non-food"
/** The tag of products that the home page shows and lists put first. */
export const FEATURED_TAG = "featured"

const variantRow = z.object({
  id: z.string(),
  weight: z.string(),
  sku: z.string().nullable(),
  /** The net quantity that staff entered in addition to the weight text. */
  stated: netQuantityRow.nullable(),
})

const row = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  isFood: z.boolean(),
  badge: z.string().nullable(),
  isFeatured: z.boolean(),
  vat: z.string(),
  food: foodRow.nullable(),
  variants: z.array(variantRow),
})

/** What staff declare about a product beyond Medusa's own fields. */
export interface ProductFacts extends Omit<z.output<typeof row>, "food" | "vat" | "variants"> {
  /** Null if staff set another tax rate in Medusa. */
  vat: z.output<typeof vatCategorySchema> | null
  facts: FoodFacts
  variants: readonly (z.output<typeof variantRow> & { netQuantity: NetQuantity | null })[]
  /** What is missing before it can be sold; always empty for a product that is not food. */
  missing: readonly Missing[]
}

/** The VAT category comes from Medusa's tax rules, which also decide the charge: both always agree. */
const VAT = `coalesce((select r.code from tax_rate_rule l join tax_rate r on r.id = l.tax_rate_id and r.deleted_at is null
  where l.reference = 'product' and l.reference_id = p.id and l.deleted_at is null
  order by l.created_at desc limit 1), 'standard')`

const SQL = `
select p.id, p.title, p.status, p.metadata ->> 'badge' as badge, ${VAT} as vat, to_jsonb(f) as food,
  not exists (select from product_type t
    where t.id = p.type_id and lower(t.value) = '${NON_FOOD}' and t.deleted_at is null) as "isFood",
  exists (select from product_tags l join product_tag t on t.id = l.product_tag_id and t.deleted_at is null
    where l.product_id = p.id and t.value = '${FEATURED_TAG}') as "isFeatured",
  coalesce((select json_agg(json_build_object('id', v.id, 'weight', coalesce(v.title, ''), 'sku', v.sku, 'stated',
      case when q.id is not null then json_build_object('value', q.value, 'unit', q.unit) end)
      order by v.variant_rank nulls last, v.created_at, v.id)
    from product_variant v left join net_quantity q on q.variant_id = v.id and q.deleted_at is null
    where v.product_id = p.id and v.deleted_at is null), '[]') as variants
from product p
left join food_information f on f.product_id = p.id and f.deleted_at is null
where p.id = any(:products) and p.deleted_at is null`

/** Reads the declarations of these products from the database. */
export async function readProductFacts(
  container: MedusaContainer,
  productIds: readonly string[],
): Promise<ProductFacts[]> {
  if (productIds.length === 0) return []
  const rows = await querySql(container, row, SQL, { products: [...productIds] })
  return rows.map(({ food, vat, variants, ...product }) => {
    const facts = food ?? NOTHING_SAID
    const measured = variants.map((variant) => ({
      ...variant,
      netQuantity: variant.stated ?? netQuantityIn(variant.weight),
    }))
    return {
      ...product,
      facts,
      vat: vatCategorySchema.safeParse(vat).data ?? null,
      variants: measured,
      missing: product.isFood ? missingFacts(facts, measured) : [],
    }
  })
}
