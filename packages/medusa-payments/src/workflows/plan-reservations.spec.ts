import { describe, expect, it } from "vitest"
import { planReservations, type OrderStock } from "./plan-reservations"

type Line = OrderStock["items"][number]
type Part = NonNullable<Line["variant"]>["inventory_items"][number]

/** An inventory item with what is free of it at each place: `{ near: 2 }`. The web channel sells from all but `elsewhere`. */
function part(item: string, free: Readonly<Record<string, number>>, required = 1): Part {
  const location_levels = Object.entries(free).map(([location_id, left]) => ({
    location_id,
    stocked_quantity: left + 5,
    reserved_quantity: 5,
    stock_locations: [{ sales_channels: location_id === "elsewhere" ? [{ id: "shop" }] : [{ id: "web" }] }],
  }))
  return { inventory_item_id: item, required_quantity: required, inventory: { location_levels } }
}

function line(quantity: number, parts: Part[], change: Partial<NonNullable<Line["variant"]>> = {}): Line {
  const variant = { manage_inventory: true, allow_backorder: false, inventory_items: parts, ...change }
  const detail = { fulfilled_quantity: 0 }
  return {
    id: "line",
    title: "500 g",
    product_title: "Honey",
    quantity,
    detail,
    variant_id: "variant",
    variant,
  }
}

const plan = (...items: Line[]) => planReservations({ sales_channel_id: "web", items })
const placed = (...items: Line[]) => {
  const { reservations, missing } = plan(...items)
  const all = reservations.map((each) => [each.inventory_item_id, each.location_id, each.quantity])
  return { all, missing }
}

describe("the stock of an order that is reserved again", () => {
  it("is taken from the first place of its sales channel that has enough", () => {
    expect(placed(line(2, [part("jar", { elsewhere: 9, near: 1, far: 2 })]))).toEqual({
      all: [["jar", "far", 2]],
      missing: [],
    })
  })

  it("is taken of each part of a kit, as many as one needs", () => {
    const kit = [part("jar", { near: 6 }, 3), part("box", { far: 2 })]
    expect(placed(line(2, kit)).all).toEqual([
      ["jar", "near", 6],
      ["box", "far", 2],
    ])
  })

  it("is none for what is sold without inventory, and for a line that staff wrote", () => {
    const none = { all: [], missing: [] }
    expect(placed(line(2, [part("jar", { near: 0 })], { manage_inventory: false }))).toEqual(none)
    expect(placed({ ...line(2, []), variant_id: null, variant: null })).toEqual(none)
  })

  it("may be less than ordered where a variant allows it, at a place that keeps it", () => {
    const { reservations, missing } = plan(line(2, [part("jar", { near: 1 })], { allow_backorder: true }))
    expect(reservations).toMatchObject([{ location_id: "near", quantity: 2, allow_backorder: true }])
    expect(missing).toEqual([])
    expect(plan(line(2, [part("jar", {})], { allow_backorder: true })).missing).toHaveLength(1)
  })

  it.each([
    ["one place does not have all of it", line(3, [part("jar", { near: 2, far: 1 })]), 2],
    ["a kit lacks a part", line(3, [part("jar", { near: 5 }, 2), part("box", { near: 9 })]), 2],
    ["it is kept for another sales channel", line(3, [part("jar", { elsewhere: 9 })]), 0],
    ["more is reserved than there is", line(3, [part("jar", { near: -2 })]), 0],
    ["it has no inventory item", line(3, []), 0],
    ["its variant was deleted", { ...line(3, []), variant: null }, 0],
  ])("is missing, with its name and how many are left, when %s", (_why, sold, left) => {
    expect(plan(sold).missing).toEqual([{ title: "Honey", ordered: 3, left }])
  })

  it("is of what was not sent alone, and takes the place of what is held", () => {
    const sent = { ...line(3, [part("jar", { near: 1, far: 9 })]), detail: { fulfilled_quantity: 1 } }
    const held = [{ inventory_item_id: "jar", location_id: "near", quantity: 1 }]
    const { reservations } = planReservations({ sales_channel_id: "web", items: [sent] }, held)
    expect(reservations).toMatchObject([{ location_id: "near", quantity: 2 }])
    expect(placed({ ...sent, detail: { fulfilled_quantity: 3 } })).toEqual({ all: [], missing: [] })
  })

  it("is not promised to two lines that share it", () => {
    const jar = part("jar", { near: 3, far: 2 })
    expect(placed(line(2, [jar]), line(2, [jar])).all).toEqual([
      ["jar", "near", 2],
      ["jar", "far", 2],
    ])
    expect(plan(line(3, [jar]), line(3, [jar])).missing).toEqual([{ title: "Honey", ordered: 3, left: 2 }])
  })
})
