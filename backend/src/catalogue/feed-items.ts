import type { MedusaContainer } from "@medusajs/framework/types"
import type { FeedItem } from "@shop/contracts/product-feed"
import { readFeedRows } from "../platform/medusa-tables/products"
import type { Entry } from "./entries"
import { imageAddress } from "./pictures"
import { type ProductFacts, readProductFacts } from "./product-facts"
import type { Snapshot } from "./snapshot"

type Row = Awaited<ReturnType<typeof readFeedRows>>[number]

/** The sizes of these products as a feed lists them. A product deleted meanwhile is left out. */
export async function readFeedItems(
  container: MedusaContainer,
  snapshot: Snapshot,
  productIds: readonly string[],
): Promise<FeedItem[]> {
  const products = [...productIds]
  const [rows, declared] = await Promise.all([
    readFeedRows(container, { products }),
    readProductFacts(container, products),
  ])
  const rowOf = new Map(rows.map((one) => [one.id, one]))
  const factsOf = new Map(declared.map((facts) => [facts.id, facts]))
  return products.flatMap((id) => {
    const [entry, found, facts] = [snapshot.byId(id), rowOf.get(id), factsOf.get(id)]
    return entry && found && facts ? itemsOf(entry, found, facts, snapshot) : []
  })
}

function itemsOf(entry: Entry, found: Row, facts: ProductFacts, snapshot: Snapshot): FeedItem[] {
  const { product, variants } = entry
  const category = snapshot.category(product.categoryId)
  const shared = {
    productId: product.id,
    name: product.name,
    slug: product.slug,
    description: product.description,
    images: [...new Set(found.images.flatMap((url) => imageAddress(url) ?? []))],
    isFood: entry.food !== null,
    maker: entry.food?.operator?.name ?? null,
    category: category ? { name: category.name, slug: category.slug } : null,
    googleCategory: found.googleCategory,
    changedAt: found.changedAt.toISOString(),
  }
  return variants.map(({ id, weight, price, originalPrice, stock }) => {
    const own = found.variants.find((variant) => variant.id === id)
    return {
      ...shared,
      id,
      size: variants.length > 1 && weight !== "" ? weight : null,
      price,
      originalPrice: originalPrice ?? null,
      isInStock: stock > 0,
      barcodes: own?.barcodes.flatMap((code) => code ?? []) ?? [],
      mpn: own?.mpn ?? null,
      netQuantity: facts.variants.find((variant) => variant.id === id)?.netQuantity ?? null,
      parcelGrams: own?.grams ?? null,
    }
  })
}
