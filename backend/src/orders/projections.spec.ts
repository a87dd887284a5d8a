import { describe, expect, it } from "vitest"
import { fieldsOf } from "../platform/sql/query"
import { describeItem, orderContent, orderPage, orderReceipt, orderSummary } from "./projections"

const row = {
  id: "order_1",
  version: 1,
  summary: { pending_difference: "12.5" },
  display_id: 7,
  status: "pending",
  email: "ann@x.test",
  created_at: "2026-11-21T12:00:00.000Z",
  canceled_at: null,
  total: 12.5,
  items: [
    {
      id: "ordli_1",
      product_id: "prod_1",
      variant_id: "variant_1",
      title: "340 g",
      product_title: "Heather Honey",
      variant_title: null,
      variant_sku: "HON-340",
      thumbnail: null,
      quantity: 1,
      detail: {
        shipped_quantity: 0,
        delivered_quantity: 0,
        return_received_quantity: 0,
        return_dismissed_quantity: 0,
      },
      unit_price: 12.5,
      total: 12.5,
      discount_total: 1.25,
      tax_lines: [{ rate: 20 }],
    },
  ],
  shipping_methods: [{ id: "ordsm_1", name: "Standard", total: 0, discount_total: 0 }],
  shipping_address: {
    first_name: "Ann",
    last_name: "Lee",
    address_1: "12 Long Lane",
    city: "London",
    postal_code: "EC1A 9HF",
    phone: null,
  },
}

/** The columns of one row that always have a value or null. */
const COLUMNS = [
  ...Object.keys(row),
  ...Object.keys(row.items[0] ?? {}).map((name) => `items.${name}`),
  "shipping_methods.id",
  "shipping_methods.name",
  "shipping_methods.total",
  "shipping_methods.discount_total",
  ...Object.keys(row.shipping_address).map((name) => `shipping_address.${name}`),
].filter((column) => !["shipping_address", "items.tax_lines"].includes(column))

/** The row as Medusa would return it without this column. */
function without(value: unknown, [name, ...inside]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => without(one, [name ?? "", ...inside]))
  const entries: [string, unknown][] = Object.entries(value ?? {})
  return Object.fromEntries(
    entries
      .filter(([key]) => key !== name || inside.length > 0)
      .map(([key, one]) => [key, key === name ? without(one, inside) : one]),
  )
}

describe("an order's columns", () => {
  it("are all read; amounts are pence, and what is empty is an empty text", () => {
    const order = orderPage.parse(row)
    expect([order.total, order.items[0]?.unit_price, order.items[0]?.discount_total]).toEqual([
      1250, 1250, 125,
    ])
    expect(order).toMatchObject({ fulfillments: [], payment_collections: [] })
    expect(order.items[0]).toMatchObject({ variant_title: "", tax_lines: 20 })
  })

  it.each(COLUMNS)("without %s, no projection that has it reads as if it were empty", (column) => {
    const asking = [orderContent, orderPage, orderReceipt, orderSummary].filter((projection) =>
      fieldsOf(projection).some((field) => field === column || field.startsWith(`${column}.`)),
    )
    expect(asking.length).toBeGreaterThan(0)
    for (const projection of asking)
      expect(projection.safeParse(without(row, column.split("."))).success).toBe(false)
  })
})

it.each([
  ["Default variant", ""],
  ["250 g", "250 g"],
])("an item of the size %j is told from its siblings by %j", (variant_title, detail) => {
  const { items } = orderContent.parse({
    ...row,
    items: row.items.map((item) => ({ ...item, variant_title })),
  })
  expect(items.map((item) => describeItem(item).detail)).toEqual([detail])
})
