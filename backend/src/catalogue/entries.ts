import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type Diet,
  type Food,
  type NetQuantity,
  type Product,
  type ProductImage,
  type ProductVariant,
  toPounds,
} from "@shop/contracts"
import { dietsOf, unitPriceOf } from "../modules/food-information"
import type { CatalogueRow } from "../platform/medusa-tables/catalogue-rows"
import { readPriceSets, readProductContents } from "../platform/medusa-tables/products"
import { toPence } from "../platform/money"
import type { CatalogueContext } from "./context"
import { imageAddress } from "./pictures"
import { readPrices, type CalculatedPrice } from "./prices"
import { readProductFacts, type ProductFacts } from "./product-facts"
import { sizeKey } from "./search/read-search"
import { sizeName } from "./size-name"

export interface Entry {
  product: Product
  /** At least one; `product` shows the first. */
  variants: readonly ProductVariant[]
  /** Null if the product is not food. */
  food: Food | null
  /** Of the first variant. */
  netQuantity: NetQuantity | null
  /** All of its pictures, that of cards first. */
  images: readonly ProductImage[]
  /** All its categories; `product.categoryId` is the first. */
  categoryIds: readonly string[]
  /** The lowest price of its variants: the sort key for prices. */
  pence: number
  searchText: string
  diets: readonly Diet[]
  /** Of its variants, as `sizeKey` writes them. */
  sizes: readonly string[]
  /** The stock-keeping units of its variants in lower case, each after a line break. */
  codes: string
}

type Content = Awaited<ReturnType<typeof readProductContents>>[number]

/** Small enough to let other requests run in between. */
const BATCH = 1000

export async function loadEntries(
  container: MedusaContainer,
  context: CatalogueContext,
  rows: readonly CatalogueRow[],
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const products = batch.map(({ productId }) => productId)
    const variants = batch.flatMap((row) => row.variants.map(({ id }) => id))
    const [contents, declared, priceSets] = await Promise.all([
      readProductContents(container, { products }),
      readProductFacts(container, products),
      readPriceSets(container, { variants }),
    ])
    const bySet = await readPrices(
      container,
      priceSets.map(({ priceSetId }) => priceSetId),
      { regionId: context.shop.regionId, currency: context.shop.currencyCode },
    )
    const prices = new Map(priceSets.map(({ variantId, priceSetId }) => [variantId, bySet.get(priceSetId)]))
    const contentOf = new Map(contents.map((content) => [content.id, content]))
    const factsOf = new Map(declared.map((facts) => [facts.id, facts]))
    for (const row of batch) {
      const content = contentOf.get(row.productId)
      const facts = factsOf.get(row.productId)
      const entry = content && facts && toEntry(content, facts, row.variants, prices, context)
      if (entry) entries.push(entry)
    }
  }
  return entries
}

function toEntry(
  content: Content,
  declared: ProductFacts,
  counted: CatalogueRow["variants"],
  prices: ReadonlyMap<string, CalculatedPrice | undefined>,
  context: CatalogueContext,
): Entry | undefined {
  const variants = counted.flatMap(({ id, stock }) => toVariant(declared, prices.get(id), id, stock))
  const [first] = variants
  if (!first) return undefined
  const ownCategories = new Set(content.categories)
  // Visible categories only, in the shop's order: a hidden category has no page to link to.
  const categoryIds = context.categories.filter(({ id }) => ownCategories.has(id)).map(({ id }) => id)
  const badge = declared.badge?.trim() ?? ""
  const food = declared.isFood ? toFood(declared) : null
  const image = imageAddress(content.thumbnail)
  const diets = declared.isFood ? dietsOf(declared.facts) : []
  return {
    variants,
    food,
    netQuantity: declared.variants.find(({ id }) => id === first.id)?.netQuantity ?? null,
    images: toImages(image, content.images),
    categoryIds,
    pence: Math.min(...variants.map(({ price }) => toPence(Number(price)))),
    searchText: `${content.title}\n${content.description}`.toLowerCase(),
    diets,
    sizes: variants.map(({ weight }) => sizeKey(weight)),
    codes: declared.variants.map(({ sku }) => (sku ? `\n${sku.toLowerCase()}` : "")).join(""),
    product: {
      id: content.id,
      name: content.title,
      slug: content.handle,
      description: content.description,
      image,
      price: first.price,
      ...(first.originalPrice && { originalPrice: first.originalPrice }),
      weight: first.weight,
      badge: badge === "" ? null : badge,
      stock: first.stock,
      featured: declared.isFeatured,
      categoryId: categoryIds[0] ?? "",
      unitPrice: first.unitPrice,
      ...(variants.length > 1 && { variants }),
      ...(food && { foodSummary: { ...toFoodSummary(food), diets } }),
    },
  }
}

function toImages(first: string | null, found: Content["images"]): ProductImage[] {
  const images = found.flatMap(({ url, alt }): ProductImage[] => {
    const src = imageAddress(url)
    return src === null ? [] : [{ src, alt }]
  })
  const isFirst = ({ src }: ProductImage) => src === first
  const shown = images.find(isFirst) ?? (first === null ? undefined : { src: first, alt: null })
  return shown ? [shown, ...images.filter((image) => !isFirst(image))] : images
}

function toVariant(
  declared: ProductFacts,
  price: CalculatedPrice | undefined,
  id: string,
  stock: number,
): ProductVariant[] {
  const variant = declared.variants.find((one) => one.id === id)
  if (!variant || !price) return []
  const [pence, originalPence] = [toPence(price.amount), toPence(price.original)]
  return [
    {
      id,
      weight: sizeName(variant.weight),
      price: toPounds(pence),
      ...(originalPence > pence && { originalPrice: toPounds(originalPence) }),
      stock,
      unitPrice: unitPriceOf(pence, variant.netQuantity),
    },
  ]
}

const toFoodSummary = ({ allergens, mayContain, warnings }: Food) => ({ allergens, mayContain, warnings })

export function toFood({ facts }: Pick<ProductFacts, "facts">): Food {
  const { operatorName, operatorAddress, allergens, ...same } = facts
  return {
    ...same,
    allergens: allergens ?? [],
    operator:
      operatorName !== null && operatorAddress !== null
        ? { name: operatorName, address: operatorAddress }
        : null,
  }
}
