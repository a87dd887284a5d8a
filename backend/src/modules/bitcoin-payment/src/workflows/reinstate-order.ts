import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  auditKeyOf,
  BITCOIN_PAYMENT,
  type StaffCommand,
  type StoredInvoice,
} from "../modules/bitcoin-payment"
import { assertPerformed, rejected } from "./action-rejections"
import {
  cancelUnpaidOrderWorkflow,
  isPaidByAnother,
  readCaptureState,
  releaseStock,
  reserveLines,
} from "medusa-payments/workflows"
import { tellApplication } from "./payment-changed"
import { queryGraph } from "medusa-payments/database"

/**
 * Performs a staff action after which the order is captured, or waits for its payment. A cancelled order is reopened first, and
 * its stock reserved again. Unless the action is stored, the order stays cancelled and holds no stock: what fails is undone, and
 * what a crash interrupted is ended by `findReinstatements`. The caller holds the payment's lock.
 * @throws OutOfStock, or MedusaError `not_allowed` when the action is rejected; BitcoinUnavailable when there can be no new quote
 */
export async function performOnOpenOrder(
  container: MedusaContainer,
  { id, orderId, sessionId, priceMinor, currency }: StoredInvoice,
  command: StaffCommand,
): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  await endReinstatement(container, orderId)
  // A repeated or rejected action must not touch the stock.
  const preview = await bitcoin.reviewService.previewAction(orderId, id, command)
  if (preview === "done") return
  if (preview !== "allowed") throw rejected(preview)
  // It would be captured twice.
  const state = await readCaptureState(container, { orderId, sessionId })
  if (await isPaidByAnother(container, orderId, state)) throw rejected("paid_by_another")
  if (command.action === "renew_quote") await bitcoin.quotes.ensureReady({ priceMinor, currency })
  const perform = async () => assertPerformed(await bitcoin.reviewService.perform(id, command))
  if (!(await isOrderCancelled(container, orderId))) return perform()
  const idempotency_key = auditKeyOf(id, command)
  await bitcoin.createBitcoinReinstatements({ order_id: orderId, invoice_id: id, idempotency_key })
  try {
    await reserveLines(container, orderId, await linesOf(container, orderId))
    await reopen(container, orderId)
    await perform()
  } finally {
    await endReinstatement(container, orderId)
  }
}

/** The orders of which a reinstatement has begun and not ended: it is running, or a crash interrupted it. */
export async function findReinstatements(container: MedusaContainer): Promise<string[]> {
  const found = await container
    .resolve(BITCOIN_PAYMENT)
    .listBitcoinReinstatements({}, { select: ["order_id"] })
  return found.map(({ order_id }) => order_id)
}

/** If the action of staff was stored, the order stays open; if not, it is cancelled again. The caller holds the payment's lock. */
export async function endReinstatement(container: MedusaContainer, orderId: string): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [begun] = await bitcoin.listBitcoinReinstatements({ order_id: orderId })
  if (begun === undefined) return
  const { idempotency_key, invoice_id } = begun
  const [performed] = await bitcoin.listBitcoinAuditEntries({ idempotency_key }, { select: ["id"], take: 1 })
  if (performed === undefined) await cancelAgain(container, orderId)
  else
    await tellApplication(container, {
      event: "bitcoin_payment.reinstated",
      data: { order_id: orderId, invoice_id },
    })
  await bitcoin.deleteBitcoinReinstatements(begun.id)
}

async function cancelAgain(container: MedusaContainer, orderId: string): Promise<void> {
  if (!(await isOrderCancelled(container, orderId)))
    await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
  await releaseStock(container, await linesOf(container, orderId))
}

async function linesOf(container: MedusaContainer, orderId: string): Promise<string[]> {
  const { items } = await readOrder(container, orderId)
  return items.map(({ id }) => id)
}

const orderRow = z.object({
  status: z.string(),
  items: z.array(z.object({ id: z.string() })),
  payment_collections: z.array(z.object({ id: z.string() })),
})

async function readOrder(container: MedusaContainer, orderId: string): Promise<z.output<typeof orderRow>> {
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "items.id", "payment_collections.id"],
    filters: { id: orderId },
  })
  if (order === undefined) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`)
  return order
}

export async function isOrderCancelled(container: MedusaContainer, orderId: string): Promise<boolean> {
  return (await readOrder(container, orderId)).status === "canceled"
}

/** Undoes a cancellation. Medusa has no call for it: these are the columns that its own cancellation writes. */
async function reopen(container: MedusaContainer, orderId: string): Promise<void> {
  // Medusa's cancellation sets `canceled_at` by this same call, although the type does not name the column.
  const change = { id: orderId, status: "pending" as const, canceled_at: null }
  await container.resolve(Modules.ORDER).updateOrders([change])
  const { payment_collections } = await readOrder(container, orderId)
  const payments = container.resolve(Modules.PAYMENT)
  for (const { id } of payment_collections)
    await payments.updatePaymentCollections(id, { status: "awaiting" })
}
