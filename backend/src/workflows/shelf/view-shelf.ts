import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { SHELF_VIEWS, type Shelf } from "@shop/contracts/staff"
import { databaseOf } from "../../query/database"
import { allProductIds, readGoods, type GoodsOfShelf } from "./read-goods"

/** Of so few there is little left: the shop says 'Only 5 left' below the same number. */
const LOW_BELOW = 6

export const shelfQuerySchema = z.object({
  view: z.enum(SHELF_VIEWS).default("all"),
  q: z.string().trim().max(100).default(""),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

const counted = ({ variants }: GoodsOfShelf) => variants.flatMap(({ available }) => available ?? [])

const VIEWS: Record<(typeof SHELF_VIEWS)[number], (goods: GoodsOfShelf) => boolean> = {
  all: () => true,
  incomplete: ({ said }) => said.missing.length > 0,
  low: (goods) => counted(goods).some((available) => available > 0 && available < LOW_BELOW),
  "sold-out": (goods) => counted(goods).some((available) => available <= 0),
}

/** A page of what there is, for staff: stock, badge, price, and what is missing before it can be sold. */
export async function viewShelf(
  container: MedusaContainer,
  { view, q, offset, limit }: z.output<typeof shelfQuerySchema>,
): Promise<Shelf> {
  const database = databaseOf(container)
  const wanted = q.toLowerCase()
  const goods = (await readGoods(database, await allProductIds(database)))
    .filter(VIEWS[view])
    .filter(({ title, variants }) =>
      [title, ...variants.map(({ sku }) => sku ?? "")].some((text) => text.toLowerCase().includes(wanted)),
    )
  return { total: goods.length, rows: goods.slice(offset, offset + limit).map(toRow) }
}

const toRow = ({ id, title, image, status, said, variants }: GoodsOfShelf): Shelf["rows"][number] => ({
  id,
  title,
  image,
  status,
  badge: said.badge,
  isFeatured: said.isFeatured,
  vat: said.vat,
  missing: [...said.missing],
  variants: variants.map(({ id, weight, available, price }) => ({ id, weight, stock: available, price })),
})
