import { expect, it } from "vitest"
import { orderReceipt } from "./projections"
import { vatOfOrder, type SoldOrder } from "./order-vat"

const item = (id: string, quantity: number, total: number, rate: number) => ({
  ...{ id, quantity, total, unit_price: 16, discount_total: 0, title: id, product_title: id },
  ...{ product_id: null, variant_id: null, variant_title: null, variant_sku: null, thumbnail: null },
  tax_lines: [{ rate }],
})
const at = (minute: number) => `2026-11-26T12:0${minute}:00.000Z`

/** Two mugs and coffee, of which this was refunded at 12:01; `mugs` are left after a change at 12:02. */
const order = (chosen: object | null, mugs = 2): SoldOrder => {
  const placed = received(chosen, 2)
  const now = received(chosen, mugs)
  const versions = [
    { ...placed, changeId: "order", at: placed.created_at },
    { ...now, changeId: "change", at: new Date(at(2)) },
  ]
  return { ...now, versions: mugs === 2 ? [] : versions }
}
const received = (chosen: object | null, mugs: number) =>
  orderReceipt.parse({
    ...{ id: "order", display_id: 1, email: "ada@example.com", created_at: at(0), total: 66, version: 1 },
    summary: { pending_difference: 0 },
    items: [...(mugs === 0 ? [] : [item("mug", mugs, mugs * 16, 20)]), item("coffee", 1, 34, 0)],
    shipping_methods: [],
    payment_collections: [
      {
        captured_amount: 66,
        payments: [
          {
            payment_session_id: "session",
            captures: [{ id: "capture", amount: 66, created_at: at(0) }],
            refunds: [
              {
                id: "refund",
                amount: 16,
                created_at: at(1),
                metadata: chosen && { card_refund: "1", chosen },
              },
            ],
          },
        ],
      },
    ],
  })
const refundOf = (...given: Parameters<typeof order>) => vatOfOrder(order(...given)).get("refund")

it("a refund has the VAT of the items that staff chose, or of the rate", () => {
  const mug = [{ rate: 20, grossPence: -1600, vatPence: -267 }]
  expect(refundOf({ items: [{ id: "mug", quantity: 1 }] })).toEqual(mug)
  expect(refundOf({ tax_rate: 20 })).toEqual(mug)
  expect(refundOf({ tax_rate: 0 })).toEqual([{ rate: 0, grossPence: -1600, vatPence: 0 }])
})

it("is spread over the order where nothing was chosen", () => {
  expect(refundOf(null)).toHaveLength(2)
})

it("keeps the VAT of what was sold and refunded before a change, also of an item that it took off", () => {
  const chosen = { items: [{ id: "mug", quantity: 1 }] }
  const before = vatOfOrder(order(chosen))
  for (const mugs of [0, 1, 3]) {
    const vat = vatOfOrder(order(chosen, mugs))
    for (const id of ["capture", "refund"]) expect(vat.get(id)).toEqual(before.get(id))
  }
  expect(before.get("capture")).toEqual([
    { rate: 20, grossPence: 3200, vatPence: 533 },
    { rate: 0, grossPence: 3400, vatPence: 0 },
  ])
})

it("counts a refund that Medusa does not have yet after all others", () => {
  const chosen = { items: [{ id: "mug", quantity: 2 }] }
  const vat = vatOfOrder(order(chosen), [{ id: "new", pence: -5000, chosen: null }])
  expect(vat.get("new")).toEqual([
    { rate: 20, grossPence: -1600, vatPence: -266 },
    { rate: 0, grossPence: -3400, vatPence: 0 },
  ])
})
