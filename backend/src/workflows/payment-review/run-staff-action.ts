import { setTimeout } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  BitcoinUnavailable,
  type BitcoinPaymentService,
  type RefundToRecord,
  type StaffCommand,
} from "../../modules/bitcoin-payment"
import { queryRows } from "../../query/query-rows"
import { processOutbox } from "../settle-bitcoin/settle"
import { askBuyerForAddress } from "./refund-mails"
import { itemsToReserve, shortageOf } from "./unreserved-items"
import { expectDone, rejected } from "./rejections"
import { reinstateOrderWorkflow, type ReinstatingAction } from "./reinstate-order"
import { underOrderLock } from "./under-order-lock"

/** A decision of staff about an invoice, as the admin's calls bring it. */
export type StaffActionRequest = StaffCommand &
  (
    | { readonly action: ReinstatingAction | "ask_refund_address" | "keep_surplus" }
    | { readonly action: "record_refund"; readonly refund: RefundToRecord }
  )

/**
 * Does what staff decided about an invoice, once for each press of a button, and lets its consequences follow: capture,
 * mails, refunds in the books. What could not follow now, the watcher's next rounds do.
 * @throws MedusaError `not_allowed` with a sentence for staff, and then nothing has changed
 */
export async function runStaffAction(
  container: MedusaContainer,
  invoiceId: string,
  decision: StaffActionRequest,
): Promise<void> {
  const orderId = await orderOf(container, invoiceId)
  await underOrderLock(container, orderId, () => carryOut(container, orderId, invoiceId, decision))
  await processOutbox(container)
}

/** How long a member of staff waits for the watcher's next look. */
const TIMEOUT_MS = 6000

/** Has every address of an order looked at next, out of turn, and waits until whoever leads the watch has done so. */
export async function requestPoll(container: MedusaContainer, orderId: string): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  const lastLook = async () =>
    Math.min(...(await reviewService.detailsOfOrder(orderId)).map(({ invoice }) => invoice.lastPollAt))
  const before = await lastLook()
  await reviewService.requestPoll(orderId)
  const until = Date.now() + TIMEOUT_MS
  while ((await lastLook()) <= before && Date.now() < until) await setTimeout(200)
}

async function carryOut(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
  decision: StaffActionRequest,
): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  const { idempotencyKey, by, reason } = decision
  const order: StaffCommand = { idempotencyKey, by, reason }
  switch (decision.action) {
    case "accept":
    case "settle_by_hand":
    case "renew_quote":
      return reopenAndDecide(container, orderId, invoiceId, decision.action, order)
    case "keep_surplus":
      expectDone(await reviewService.keepSurplus(invoiceId, order))
      return
    case "ask_refund_address":
      expectDone(await reviewService.askRefundAddress(invoiceId, order))
      return askBuyerForAddress(container, orderId, invoiceId)
    case "record_refund":
      expectDone(await reviewService.recordRefund(invoiceId, order, decision.refund))
  }
}

async function reopenAndDecide(
  container: MedusaContainer,
  orderId: string,
  invoiceId: string,
  action: ReinstatingAction,
  order: StaffCommand,
): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  // A press that arrives again, or one that the rules refuse, has no business with the stock.
  const outlook = await bitcoin.reviewService.previewAction(orderId, invoiceId, action, order)
  if (outlook === "done") return
  if (outlook !== "allowed") throw rejected(outlook)
  if (action === "renew_quote") await expectQuotable(bitcoin)
  const isCancelled = await isOrderCancelled(container, orderId)
  const items = isCancelled ? await itemsToReserve(container, orderId) : []
  const shortage = shortageOf(items)
  if (shortage !== null) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, shortage)
  const reservations = items.map(({ title: _title, free: _free, ...reservation }) => reservation)
  await reinstateOrderWorkflow(container).run({
    input: { orderId, invoiceId, action, order, isCancelled, reservations },
  })
}

async function expectQuotable(bitcoin: BitcoinPaymentService): Promise<void> {
  try {
    await bitcoin.ensureQuotable()
  } catch (error) {
    if (!(error instanceof BitcoinUnavailable)) throw error
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `No invoice can be made now: ${error.message}`)
  }
}

async function isOrderCancelled(container: MedusaContainer, orderId: string): Promise<boolean> {
  const [order] = await queryRows(container, z.object({ status: z.string() }), {
    entity: "order",
    fields: ["status"],
    filters: { id: orderId },
  })
  return order?.status === "canceled"
}

async function orderOf(container: MedusaContainer, invoiceId: string): Promise<string> {
  const row = z.object({ order_id: z.string() })
  const [invoice] = await container.resolve(BITCOIN_PAYMENT).listBitcoinInvoices({ id: invoiceId })
  if (!invoice) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such Bitcoin invoice.")
  return row.parse(invoice).order_id
}
