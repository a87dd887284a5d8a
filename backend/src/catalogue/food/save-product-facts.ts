import { z } from "@medusajs/framework/zod"
import { QUANTITY_UNITS, VAT_CATEGORIES } from "@shop/contracts"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { stockSchema, type ProductFactsView } from "@shop/contracts/staff"
import {
  dietReasons,
  foodFactsSchema,
  unitPriceOf,
  netQuantityIn,
  type Missing,
} from "../../modules/food-information"
import { readProductFacts } from ".."
import { missingForSale } from "../product-facts"
import { countVariants } from "../stock/product-rows"
import { notSellableSentence } from "./assert-sellable"
import { changeProductsWorkflow } from "../change-products/change-products"

export const netQuantitySchema = z.strictObject({
  value: z.number("Give a number.").positive("It has to be more than 0.").max(100_000, "That is too much."),
  unit: z.enum(QUANTITY_UNITS, "Use g, kg, ml or l."),
})
export const weightSchema = z
  .string()
  .trim()
  .min(1, "Enter what the label says, like 250 g.")
  .max(60, "Use at most 60 characters.")
/** Typed pounds become pence. */
export const priceSchema = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,2})?$/, "Use pounds with at most two decimals, like 12.50.")
  .transform((pounds) => Math.round(Number(pounds) * 100))
export const badgeSchema = z
  .string()
  .trim()
  .max(24, "A badge has room for 24 characters.")
  .nullable()
  .transform((badge) => (badge === "" ? null : badge))

export const saveProductFactsSchema = z.strictObject({
  isFood: z.boolean().optional(),
  facts: foodFactsSchema,
  badge: badgeSchema,
  isFeatured: z.boolean(),
  /** Null: staff use their own tax rate. */
  vat: z.enum(VAT_CATEGORIES, "Choose the VAT.").nullable(),
  variants: z.array(
    z.strictObject({
      id: z.string(),
      weight: weightSchema,
      netQuantity: netQuantitySchema.nullable(),
      /** Absent: as it is. */
      price: priceSchema.optional(),
      stock: z.optional(stockSchema),
    }),
  ),
  publish: z.boolean(),
})

/** Seconds, longer than any import takes. */
const LOCK_SECONDS = 120
const LOCK = "product-facts"

/** Runs a change of product information under the lock that all such changes take. */
export const withFactsLocked = <Result>(
  container: MedusaContainer,
  work: () => Promise<Result>,
): Promise<Result> => container.resolve(Modules.LOCKING).execute([LOCK], work, { timeout: LOCK_SECONDS })

export async function viewProductFacts(
  container: MedusaContainer,
  productId: string,
): Promise<ProductFactsView | undefined> {
  const [declared] = await readProductFacts(container, [productId])
  if (!declared) return undefined
  const variantsOf = await countVariants(container, [declared])
  const variants = variantsOf(declared).map(
    ({ id, sku, weight, stated, netQuantity, pence, price, stock, isStockShared }) => ({
      ...{ id, sku, weight, stated, netQuantity, price, stock, isStockShared },
      unitPrice: pence === null ? null : unitPriceOf(pence, netQuantity),
    }),
  )
  const soldOut = variants
    .filter(({ stock }) => stock === 0)
    .map(({ id }) => ({
      field: `variants.${id}.stock`,
      words: variants.length > 1 ? "stock of every size" : "stock: it is sold out",
    }))
  return {
    ...declared,
    missing: [...declared.missing],
    advised: [...declared.advised, ...soldOut.slice(0, 1)],
    diets: dietReasons(declared.facts),
    variants,
  }
}

type Saved =
  | { ok: true }
  | { ok: false; reason: "unknown_product" }
  | { ok: false; reason: "unreadable"; missing: readonly Missing[] }
  | { ok: false; reason: "not_sellable"; sentence: string; missing: readonly Missing[] }

/**
 * All or nothing. A published food keeps its mandatory information.
 * @param isReadable false: the form lacks fields that could not be read, so that nothing is saved
 */
export function saveProductFacts(
  container: MedusaContainer,
  productId: string,
  form: z.output<typeof saveProductFactsSchema>,
  isReadable: boolean,
): Promise<Saved> {
  return withFactsLocked(container, async () => {
    const [before] = await readProductFacts(container, [productId])
    if (!before) return { ok: false, reason: "unknown_product" }
    const variants = before.variants.map((variant) => {
      const declared = form.variants.find(({ id }) => id === variant.id)
      const weight = declared?.weight ?? variant.weight
      const stated = declared ? declared.netQuantity : variant.stated
      return {
        ...variant,
        ...{ weight, stated, netQuantity: stated ?? netQuantityIn(weight) },
        pence: declared?.price ?? variant.pence,
        isCounted: variant.isCounted || declared?.stock !== undefined,
      }
    })
    const isFood = form.isFood ?? before.isFood
    const isOnSale = form.publish || before.status === "published"
    const missing = isOnSale ? missingForSale({ ...before, isFood, facts: form.facts, variants }) : []
    // Medusa charges 20 % for a product whose rate nobody has chosen.
    if (form.publish && form.vat === null && before.vat !== null)
      missing.push({ field: "vat", words: "the VAT rate" })
    if (!isReadable) return { ok: false, reason: "unreadable", missing }
    if (missing.length > 0)
      return {
        ok: false,
        reason: "not_sellable",
        missing,
        sentence: notSellableSentence({ title: before.title, missing }),
      }
    const known = new Map(before.variants.map((variant) => [variant.id, variant]))
    await changeProductsWorkflow(container).run({
      input: [
        {
          productId,
          ...(isFood !== before.isFood && { isFood }),
          facts: form.facts,
          badge: form.badge,
          isFeatured: form.isFeatured,
          ...(form.vat && { vat: form.vat }),
          ...(form.publish && { status: "published" as const }),
          variants: form.variants
            .filter(({ id }) => known.has(id))
            .map(({ id, weight, netQuantity, price, stock }) => ({
              id,
              netQuantity,
              ...(price !== undefined && { pence: price }),
              ...(stock !== undefined && { stock }),
              ...(weight !== known.get(id)?.weight && { weight }),
            })),
        },
      ],
    })
    return { ok: true }
  })
}
