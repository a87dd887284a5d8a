import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { rawOf } from "../../platform/money"
import { insertOrderRows } from "../../platform/medusa-tables/placing"
import { discardIncompleteOrder } from "./discard"
import type { OrderToWrite } from "./draft"

type Row = Readonly<Record<string, unknown>>
type OrderToInsert = Pick<OrderToWrite, "cartId" | "order" | "pricePence"> & { customerId: string }

/**
 * Inserts the order with its lines, addresses, delivery, tax and discounts. Its id is derived from the cart's: a second insert fails.
 * If a later step fails, everything that was written since is discarded here, in one order, as after a crash. The later
 * steps have no compensation of their own: each can fail with the database, and would leave half an order.
 */
export const insertOrderStep = createStep(
  "insert-order",
  async (input: OrderToInsert, { container }) =>
    new StepResponse({ number: await insertOrder(container, input) }, input.cartId),
  async (cartId, { container }) => {
    if (cartId) await discardIncompleteOrder(container, cartId)
  },
)

function insertOrder(container: MedusaContainer, input: OrderToInsert): Promise<number> {
  const { order, ...others } = rowsOf(input)
  return insertOrderRows(container, order, others)
}

/** Rows by table. All rows of a table have the same columns. */
function rowsOf({ order, customerId, pricePence }: OrderToInsert) {
  const { items, shipping_methods: deliveries, shipping_address, billing_address, ...own } = order
  const shippingAddress = { id: idOf("ordaddr"), ...shipping_address }
  const billingAddress = { id: idOf("ordaddr"), ...billing_address }
  const methods = deliveries.map((delivery) => ({ id: idOf("ordsm"), ...delivery }))
  const ofOrder = { order_id: order.id, version: 1 }
  return {
    order: {
      ...own,
      customer_id: customerId,
      shipping_address_id: shippingAddress.id,
      billing_address_id: billingAddress.id,
    },
    order_address: [shippingAddress, billingAddress],
    order_summary: [{ id: idOf("ordsum"), ...ofOrder, totals: newSummary(pricePence / 100) }],
    order_line_item: items.map(
      ({ quantity: _quantity, tax_lines: _tax, adjustments: _discounts, unit_price, ...item }) => ({
        ...item,
        ...decimal("unit_price", unit_price),
      }),
    ),
    order_item: items.map(({ id, quantity, metadata }) => ({
      ...{ id: idOf("orditem"), ...ofOrder, item_id: id, metadata },
      ...decimal("quantity", quantity),
      ...NOTHING_DONE,
    })),
    order_line_item_tax_line: items.flatMap(({ id, tax_lines }) =>
      tax_lines.map((line) => ({ id: idOf("ordlitxl"), item_id: id, ...withDecimal(line, "rate") })),
    ),
    order_line_item_adjustment: items.flatMap(({ id, adjustments }) =>
      adjustments.map((each) => ({
        id: idOf("ordliadj"),
        item_id: id,
        version: 1,
        ...withDecimal(each, "amount"),
      })),
    ),
    order_shipping_method: methods.map(({ tax_lines: _tax, adjustments: _discounts, amount, ...method }) => ({
      ...method,
      ...decimal("amount", amount),
      is_custom_amount: false,
    })),
    order_shipping: methods.map(({ id }) => ({ id: idOf("ordspmv"), ...ofOrder, shipping_method_id: id })),
    order_shipping_method_tax_line: methods.flatMap(({ id, tax_lines }) =>
      tax_lines.map((line) => ({
        id: idOf("ordsmtxl"),
        shipping_method_id: id,
        ...withDecimal(line, "rate"),
      })),
    ),
    order_shipping_method_adjustment: methods.flatMap(({ id, adjustments }) =>
      adjustments.map((each) => ({
        ...{ id: idOf("ordsmadj"), shipping_method_id: id, version: 1 },
        ...withDecimal(each, "amount"),
      })),
    ),
  }
}

const idOf = (prefix: string) => generateEntityId(undefined, prefix)

/** A number, and the JSON column that Medusa keeps beside it (`BigNumber`). */
const decimal = (column: string, value: number) => ({
  [column]: value,
  [`raw_${column}`]: rawOf(value),
})

const withDecimal = <Column extends string>(row: Row & Readonly<Record<Column, number>>, column: Column) => ({
  ...row,
  ...decimal(column, row[column]),
})

const decimals = (values: Readonly<Record<string, number>>): Row =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => Object.entries(decimal(column, value))),
  )

const NOTHING_DONE = decimals({
  fulfilled_quantity: 0,
  shipped_quantity: 0,
  delivered_quantity: 0,
  return_requested_quantity: 0,
  return_received_quantity: 0,
  return_dismissed_quantity: 0,
  written_off_quantity: 0,
})

/** The sums that Medusa keeps of an order, before anything is paid (`calculateOrderChange`). */
const newSummary = (total: number) =>
  decimals({
    current_order_total: total,
    original_order_total: total,
    accounting_total: total,
    pending_difference: total,
    transaction_total: 0,
    paid_total: 0,
    refunded_total: 0,
    credit_line_total: 0,
  })
