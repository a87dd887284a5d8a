import { z } from "@medusajs/framework/zod"
import type { Reservation } from "./stock"

const amount = z.coerce.number()

const levelRow = z.object({
  location_id: z.string(),
  stocked_quantity: amount,
  reserved_quantity: amount,
  stock_locations: z.array(z.object({ sales_channels: z.array(z.object({ id: z.string() })).nullish() })),
})
const partRow = z.object({
  inventory_item_id: z.string(),
  required_quantity: amount,
  inventory: z.object({ location_levels: z.array(levelRow).nullish() }).nullish(),
})
const lineRow = z.object({
  id: z.string(),
  title: z.string(),
  product_title: z.string().nullish(),
  quantity: amount,
  detail: z.object({ fulfilled_quantity: amount }),
  variant_id: z.string().nullable(),
  /** Null: it was deleted since. */
  variant: z
    .object({
      manage_inventory: z.boolean(),
      allow_backorder: z.boolean(),
      inventory_items: z.array(partRow),
    })
    .nullish(),
})

export const orderStockRow = z.object({ sales_channel_id: z.string().nullable(), items: z.array(lineRow) })
export type OrderStock = z.output<typeof orderStockRow>

export const ORDER_STOCK_FIELDS = [
  "sales_channel_id",
  // The quantity is in the detail.
  ...["items.*", "items.detail.*", "items.variant.manage_inventory", "items.variant.allow_backorder"],
  ...[
    "items.variant.inventory_items.inventory_item_id",
    "items.variant.inventory_items.required_quantity",
    "items.variant.inventory_items.inventory.location_levels.location_id",
    "items.variant.inventory_items.inventory.location_levels.stocked_quantity",
    "items.variant.inventory_items.inventory.location_levels.reserved_quantity",
    "items.variant.inventory_items.inventory.location_levels.stock_locations.sales_channels.id",
  ],
]

export const heldRow = z.object({
  inventory_item_id: z.string(),
  location_id: z.string(),
  quantity: amount,
})
type HeldStock = z.output<typeof heldRow>

export interface MissingStock {
  readonly title: string
  readonly ordered: number
  readonly left: number
}

/**
 * What to reserve for what an order has and was not sent, as its products are today, by the rules of Medusa's checkout: each inventory
 * item at one location of the order's sales channel, and nothing for what is sold without inventory. Lines that share an item share its
 * stock. `held` is given back first: what is planned takes its place.
 */
export function planReservations(
  { items, sales_channel_id: channel }: OrderStock,
  held: readonly HeldStock[] = [],
): { reservations: Reservation[]; missing: MissingStock[] } {
  const reservations: Reservation[] = []
  const missing: MissingStock[] = []
  for (const { id, title, product_title, variant_id, variant, quantity, detail } of items) {
    const ordered = quantity - detail.fulfilled_quantity
    // A line that staff wrote themselves is no product.
    if (variant_id === null || variant?.manage_inventory === false || ordered === 0) continue
    const isBackorder = variant?.allow_backorder ?? false
    const parts = (variant?.inventory_items ?? []).map((part) => {
      const quantity = part.required_quantity * ordered
      const places = placesOf(part)
      const place = places.find(({ free }) => free >= quantity) ?? (isBackorder ? places[0] : undefined)
      const most = Math.max(0, ...places.map(({ free }) => free))
      return { part, quantity, place, left: place ? ordered : Math.floor(most / part.required_quantity) }
    })
    const left = Math.min(...(parts.length > 0 ? parts.map((each) => each.left) : [0]))
    if (left < ordered) missing.push({ title: product_title ?? title, ordered, left })
    for (const { part, quantity, place } of parts)
      if (place)
        reservations.push({
          line_item_id: id,
          inventory_item_id: part.inventory_item_id,
          location_id: place.location_id,
          quantity,
          allow_backorder: isBackorder,
        })
  }
  return { reservations, missing }

  function placesOf({ inventory_item_id: item, inventory }: z.output<typeof partRow>) {
    return (inventory?.location_levels ?? [])
      .filter(({ stock_locations }) =>
        stock_locations.some(
          ({ sales_channels }) => channel === null || sales_channels?.some(({ id }) => id === channel),
        ),
      )
      .map(({ location_id, stocked_quantity, reserved_quantity }) => {
        const there = (all: readonly HeldStock[]) =>
          all
            .filter((each) => each.inventory_item_id === item && each.location_id === location_id)
            .reduce((sum, { quantity }) => sum + quantity, 0)
        return { location_id, free: stocked_quantity - reserved_quantity + there(held) - there(reservations) }
      })
  }
}
