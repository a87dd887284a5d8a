import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT, type StaffCommand } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { assertPerformed, cancelUnpaidOrderWorkflow } from "medusa-payment-bitcoin/workflows"
import { forgetCancelledByBuyer } from "./cancel-own-order"
import { recountPromotions } from "../discounts/promotion-usage"
import { idRow, queryGraph, querySql } from "../query/query"
import { releaseStock } from "./place-order/discard"
import { reserveStockStep, type Reservation } from "./place-order/stock"
import { EXECUTION_RETENTION_SECONDS } from "./execution-retention"

interface Input {
  orderId: string
  invoiceId: string
  command: StaffCommand
  isCancelled: boolean
  reservations: Reservation[]
}

/**
 * Performs a staff action that needs an open order. A cancelled order is reinstated first: its stock is reserved again
 * and its cancellation undone. The caller holds the payment's lock.
 * @throws MedusaError `not_allowed` when the stock is gone or the action is rejected, and then nothing has changed
 */
export async function reinstateAndPerform(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
  command: StaffCommand,
): Promise<void> {
  const [order] = await queryGraph(container, z.object({ status: z.string() }), {
    entity: "order",
    fields: ["status"],
    filters: { id: orderId },
  })
  const isCancelled = order?.status === "canceled"
  const reservations = isCancelled ? await reservationsToRepeat(container, orderId) : []
  await reinstateOrderWorkflow(container).run({
    input: { orderId, invoiceId, command, isCancelled, reservations },
  })
  if (isCancelled) await finishReinstatement(container, orderId)
}

async function finishReinstatement(container: MedusaContainer, orderId: string): Promise<void> {
  // A later cancellation by staff would count as the buyer's.
  await forgetCancelledByBuyer(container, orderId)
  await recountPromotions(container, orderId)
  await markReinstating(container, orderId, null)
}

/**
 * Ends a reinstatement that a crash interrupted. If the action of staff was stored, the order stands; if not, it is cancelled
 * again, and its stock is released. The caller holds the payment's lock.
 */
export async function endReinstatement(container: MedusaContainer, orderId: string): Promise<void> {
  const [order] = await queryGraph(container, interruptedRow, {
    entity: "order",
    fields: ["status", "metadata", "items.id"],
    filters: { id: orderId },
  })
  if (order?.metadata?.["reinstating"] === undefined) return
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  const isPerformed = all.some(
    ({ invoice, isNewest }) => invoice.closed === null && (isNewest || invoice.accepted !== null),
  )
  if (isPerformed) return finishReinstatement(container, orderId)
  if (order.status !== "canceled")
    await cancelUnpaidOrderWorkflow(container).run({ input: { orderId, expiredInvoiceId: null } })
  await releaseStock(
    container,
    order.items.map(({ id }) => id),
  )
  await markReinstating(container, orderId, null)
}

const interruptedRow = z.object({
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  items: z.array(z.object({ id: z.string() })),
})

/** Says that staff are taking the order up again; null: it is over. */
async function markReinstating(
  container: MedusaContainer,
  orderId: string,
  mark: true | null,
): Promise<void> {
  const changed =
    mark === null ? "metadata - 'reinstating'" : `coalesce(metadata, '{}') || '{"reinstating": true}'`
  await querySql(
    container,
    idRow,
    `update "order" set metadata = ${changed} where id = :orderId returning id`,
    {
      orderId,
    },
  )
}

/** The first step: a process that dies in one of the others leaves the mark. */
const markReinstatingStep = createStep(
  "mark-reinstating",
  async ({ orderId, isCancelled }: Input, { container }) => {
    if (!isCancelled) return new StepResponse(null, null)
    await markReinstating(container, orderId, true)
    return new StepResponse(null, orderId)
  },
  async (orderId, { container }) => {
    if (orderId) await markReinstating(container, orderId, null)
  },
)

/**
 * Releases the reservations again when a later step fails. It comes before the step that makes them, because a step that fails
 * itself is not compensated: some of them may have been made.
 */
const releaseOnFailureStep = createStep(
  "release-on-failure",
  async (reservations: Reservation[]) => new StepResponse(null, reservations),
  async (reservations = [], { container }) => {
    const lines = reservations.map(({ line_item_id }) => line_item_id)
    if (lines.length > 0) await releaseStock(container, lines)
  },
)

/** Undoes a cancellation. Medusa has no call for it: these are the columns that its own cancellation writes. */
const undoCancellationStep = createStep(
  "undo-cancellation",
  async ({ orderId, isCancelled }: Input, { container }) => {
    if (!isCancelled) return new StepResponse(null, null)
    await setCancelled(container, orderId, null)
    return new StepResponse(null, orderId)
  },
  async (orderId, { container }) => {
    if (orderId) await setCancelled(container, orderId, new Date())
  },
)

const performStaffActionStep = createStep(
  "perform-staff-action",
  async ({ invoiceId, command }: Input, { container }) => {
    assertPerformed(await container.resolve(BITCOIN_PAYMENT).reviewService.perform(invoiceId, command))
    return new StepResponse(null)
  },
)

/** The action comes last: when it is rejected, the reservations are released and the order is cancelled again. */
const reinstateOrderWorkflow = createWorkflow(
  { name: "reinstate-order", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<Input>) => {
    const reservations = transform(input, ({ reservations }) => reservations)
    markReinstatingStep(input)
    releaseOnFailureStep(reservations)
    reserveStockStep(reservations)
    undoCancellationStep(input)
    performStaffActionStep(input)
    return new WorkflowResponse(undefined)
  },
)

async function setCancelled(container: MedusaContainer, orderId: string, at: Date | null): Promise<void> {
  // Medusa's cancellation sets `canceled_at` by this same call, although the type does not name the column.
  const change = { id: orderId, status: at ? ("canceled" as const) : ("pending" as const), canceled_at: at }
  await container.resolve(Modules.ORDER).updateOrders([change])
  const row = z.object({ payment_collections: z.array(z.object({ id: z.string() })) })
  const orders = await queryGraph(container, row, {
    entity: "order",
    fields: ["payment_collections.id"],
    filters: { id: orderId },
  })
  const payments = container.resolve(Modules.PAYMENT)
  for (const { id } of orders.flatMap(({ payment_collections }) => payment_collections))
    await payments.updatePaymentCollections(id, { status: at ? "canceled" : "awaiting" })
}

const count = z.coerce.number().int()
const reservedRow = z.object({
  line_item_id: z.string(),
  inventory_item_id: z.string(),
  location_id: z.string(),
  quantity: count,
  title: z.string(),
  is_held: z.boolean(),
  free: count,
})

/** The last reservation of each order line: still held, or released by the cancellation. */
const RESERVED = `
  select distinct on (r.line_item_id, r.inventory_item_id)
         r.line_item_id, r.inventory_item_id, r.location_id, r.quantity, coalesce(l.product_title, l.title) as title,
         r.deleted_at is null as is_held, coalesce(v.stocked_quantity - v.reserved_quantity, 0) as free
    from reservation_item r
    join order_line_item l on l.id = r.line_item_id
    join order_item o on o.item_id = l.id and o.order_id = :id and o.deleted_at is null
    left join inventory_level v on v.inventory_item_id = r.inventory_item_id and v.location_id = r.location_id
                               and v.deleted_at is null
   order by r.line_item_id, r.inventory_item_id, (r.deleted_at is null) desc, r.deleted_at desc`

/** @throws MedusaError that names every item whose stock is gone */
async function reservationsToRepeat(container: MedusaContainer, orderId: string): Promise<Reservation[]> {
  const rows = await querySql(container, reservedRow, RESERVED, { id: orderId })
  const released = rows.filter(({ is_held }) => !is_held)
  const short = released.filter(({ quantity, free }) => free < quantity)
  if (short.length > 0) {
    const each = short.map(
      ({ title, quantity, free }) => `${title} (ordered ${quantity}, ${Math.max(0, free)} left)`,
    )
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The stock is gone: ${each.join(", ")}. Add stock if there is more, or refund the payment.`,
    )
  }
  return released.map(({ title: _title, free: _free, is_held: _held, ...reservation }) => reservation)
}
