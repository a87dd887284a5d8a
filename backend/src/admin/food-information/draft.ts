import type { Allergen, NetQuantity, VatCategory } from "@shop/contracts"
import { productFactsSchema, type ProductFactsView, type SaveProductFacts } from "@shop/contracts/staff"
import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../components/ask"

export const factsPath = (productId: string) => `/admin/products/${productId}/food-information`

export const factsQuery = (productId: string) =>
  queryOptions({
    queryKey: ["product-facts", productId],
    queryFn: () => ask(productFactsSchema, factsPath(productId)),
  })

export const NUTRIENTS = [
  "energyKj",
  "energyKcal",
  "fat",
  "saturates",
  "carbohydrate",
  "sugars",
  "protein",
  "salt",
] as const
type Nutrient = (typeof NUTRIENTS)[number]

const TEXTS = [
  "legalName",
  "ingredients",
  "storage",
  "origin",
  "instructions",
  "shelfLifeMonths",
  "operatorName",
  "operatorAddress",
  "certification",
] as const
export type TextField = (typeof TEXTS)[number]

const each = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  z
    .record(z.enum(names), z.custom<Value>())
    .parse(Object.fromEntries(names.map((name) => [name, valueOf(name)])))

export interface VariantDraft {
  id: string
  weight: string
  price: string
  stock: string
  value: string
  unit: NetQuantity["unit"]
}

/** The state of the form. Numbers are text until they are sent. */
export interface Draft {
  isFood: boolean
  texts: Record<TextField, string>
  allergens: readonly Allergen[]
  /** Declared free of the 14 allergens. */
  isFree: boolean
  mayContain: readonly Allergen[]
  per: "100 g" | "100 ml" | "exempt"
  nutrition: Record<Nutrient, string>
  /** One per line. */
  warnings: string
  badge: string
  isFeatured: boolean
  vat: VatCategory | null
  variants: readonly VariantDraft[]
}

/** Medusa charges 20 % for a product without a chosen rate. The form asks for the rate of a food without a description. */
export const isVatChosen = ({ isFood, status, facts, vat }: ProductFactsView) =>
  !isFood || status === "published" || facts.legalName !== null || vat !== "standard"

export function draftOf(product: ProductFactsView): Draft {
  const { isFood, facts, badge, isFeatured, variants } = product
  return {
    isFood,
    texts: each(TEXTS, (name) => String(facts[name] ?? "")),
    allergens: facts.allergens ?? [],
    isFree: facts.allergens?.length === 0,
    mayContain: facts.mayContain,
    per: facts.isNutritionExempt ? "exempt" : (facts.nutrition?.per ?? "100 g"),
    nutrition: each(NUTRIENTS, (name) => String(facts.nutrition?.[name] ?? "")),
    warnings: facts.warnings.join("\n"),
    badge: badge ?? "",
    isFeatured,
    vat: isVatChosen(product) ? product.vat : null,
    variants: variants.map(({ id, weight, price, stock, stated }) => ({
      id,
      weight,
      price: price ?? "",
      stock: String(stock ?? ""),
      value: stated ? String(stated.value) : "",
      unit: stated?.unit ?? "g",
    })),
  }
}

/** What is no number goes as NaN, which JSON makes null: the shop says at the field that a number is missing. */
const numberIn = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")))

/** Prices and stock are sent only if they were typed: others may have changed them meanwhile. What the form hides stays as it is. */
export function bodyOf(product: ProductFactsView, draft: Draft, publish: boolean): SaveProductFacts {
  const { texts, nutrition, per } = draft
  const before = new Map(draftOf(product).variants.map((variant) => [variant.id, variant]))
  const isBlank = Object.values(nutrition).every((text) => text.trim() === "")
  return {
    publish,
    isFood: draft.isFood,
    badge: draft.badge.trim() || null,
    isFeatured: draft.isFeatured,
    vat: draft.vat,
    facts: !draft.isFood
      ? product.facts
      : {
          ...texts,
          shelfLifeMonths: texts.shelfLifeMonths.trim() === "" ? null : numberIn(texts.shelfLifeMonths),
          allergens: draft.isFree ? [] : draft.allergens.length > 0 ? [...draft.allergens] : null,
          mayContain: [...draft.mayContain],
          warnings: draft.warnings
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean),
          isNutritionExempt: per === "exempt",
          nutrition:
            per === "exempt" || isBlank
              ? null
              : { per, ...each(NUTRIENTS, (name) => numberIn(nutrition[name])) },
        },
    variants: draft.variants.map(({ id, weight, price, stock, value, unit }) => ({
      id,
      weight,
      ...(price !== before.get(id)?.price && { price: price.trim().replace(",", ".") }),
      ...(stock !== before.get(id)?.stock && { stock: numberIn(stock) }),
      netQuantity: !draft.isFood
        ? (product.variants.find((one) => one.id === id)?.stated ?? null)
        : value.trim() === ""
          ? null
          : { value: numberIn(value), unit },
    })),
  }
}
