import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { STOCK_VIEWS, type StockOverview } from "@shop/contracts/staff"
import { currentCatalogue, type Entry } from ".."
import { readHeldByUnpaid } from "../../platform/medusa-tables/unpaid-orders"
import { LOW_BELOW } from "../../platform/medusa-tables/stock"
import { readProductRows, type ProductRow } from "./product-rows"

export const stockOverviewQuerySchema = z.object({
  view: z.enum(STOCK_VIEWS).default("all"),
  q: z.string().trim().max(100).default(""),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

const counted = ({ variants }: ProductRow) => variants.flatMap(({ available }) => available ?? [])

const isOnSale = ({ status }: ProductRow) => status === "published"

const VIEWS: Record<(typeof STOCK_VIEWS)[number], (product: ProductRow) => boolean> = {
  all: () => true,
  incomplete: ({ declared }) => declared.missing.length > 0,
  low: (product) =>
    isOnSale(product) && counted(product).some((available) => available > 0 && available < LOW_BELOW),
  "sold-out": (product) => isOnSale(product) && counted(product).some((available) => available <= 0),
}

export async function viewStockOverview(
  container: MedusaContainer,
  { view, q, offset, limit }: z.output<typeof stockOverviewQuerySchema>,
): Promise<StockOverview> {
  const wanted = q.toLowerCase()
  const products = (await readProductRows(container))
    .filter(VIEWS[view])
    .filter(({ title, variants }) =>
      [title, ...variants.map(({ sku }) => sku ?? "")].some((text) => text.toLowerCase().includes(wanted)),
    )
  const page = products.slice(offset, offset + limit)
  const held = await readHeldByUnpaid(
    container,
    page.flatMap(({ variants }) => variants.map(({ id }) => id)),
  )
  const snapshot = await currentCatalogue(container)
  return {
    total: products.length,
    rows: page.map((product) => toRow(product, held, snapshot.byId(product.id))),
  }
}

function toRow(
  { id, title, image, status, declared, variants }: ProductRow,
  held: ReadonlyMap<string, number>,
  entry: Entry | undefined,
): StockOverview["rows"][number] {
  const salePrices = new Map(entry?.variants.map((size) => [size.id, size.originalPrice ? size.price : null]))
  return {
    id,
    title,
    image,
    status,
    badge: declared.badge,
    isFeatured: declared.isFeatured,
    vat: declared.vat,
    missing: [...declared.missing],
    variants: variants.map(({ id, weight, stock, counted, available, price }) => ({
      ...{ id, weight, stock, counted, available },
      heldByUnpaid: held.get(id) ?? 0,
      price,
      salePrice: salePrices.get(id) ?? null,
    })),
  }
}
