import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentMethod } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { followAmountDue, type OpenPayment } from "medusa-payments/amount-due"
import type { Outcome } from "medusa-payments/modules/outbox"
import { withPaymentLocked } from "medusa-payments/workflows"
import { amountDueOf } from "../../orders/amount-due"
import { payableMethod, providerFor } from "../../orders/payable-methods"
import { findCardPayments, methodOfProvider, PROVIDERS } from "../../orders/payment-method"
import { beingCancelled } from "../../platform/medusa-tables/order-marks"
import { penceColumn } from "../../platform/money"
import { readOrder } from "../../orders/projections"
import { many, querySql } from "../../platform/sql/query"
import {
  cancelSession,
  createAuthorisedSession,
  openPaymentOf,
  sessionRow,
  type PayableSession,
} from "../place-order/open-payment"

const pieces = z.coerce.number()
const orderRow = z.object({
  id: z.string(),
  status: z.string(),
  canceled_at: z.coerce.date().nullish(),
  is_draft_order: z.boolean(),
  currency_code: z.string(),
  items: many(z.object({ detail: z.object({ quantity: pieces, fulfilled_quantity: pieces }) })),
  payment_collections: many(
    z.object({
      id: z.string(),
      status: z.string(),
      captured_amount: penceColumn.nullish().transform((pence) => pence ?? 0),
      payment_sessions: many(
        sessionRow.extend({
          payment: z
            .object({
              id: z.string(),
              captured_at: z.coerce.date().nullish(),
              canceled_at: z.coerce.date().nullish(),
            })
            .nullish(),
        }),
      ),
    }),
  ),
})
type PayableOrder = z.output<typeof orderRow>

const RETRY_MS = 2000
/** Of Medusa's collections of payments. */
const ENDED: readonly string[] = ["completed", "canceled"]

/**
 * Has the buyer asked for exactly what the order costs beyond what was paid, after a change of the order or a payment: a quote or
 * page that asks for another amount ends, and a new one is opened. Converges: a repeated call finishes what a crash
 * interrupted. `chosen`: the buyer wants this method, or a new quote of it; else the method stays while it can be used.
 * @returns `done`: the buyer is asked for another amount · `skipped`: nothing more is due, less than any method takes, or it is asked for
 * already · `under_way`: money for another amount is on its way, and the buyer is asked for that amount again if it never arrives
 * @throws BitcoinUnavailable while it is unknown what is paid; MedusaError while no method can be used
 */
export async function askForAmountDue(
  container: MedusaContainer,
  orderId: string,
  chosen?: PaymentMethod,
): Promise<Outcome | "under_way"> {
  // Money that was sent a moment ago would be found after the buyer is asked once more.
  await container.resolve(BITCOIN_PAYMENT).orderPolls.beforeDecision([orderId])
  const later = () => ({ notBefore: new Date(Date.now() + RETRY_MS) })
  return withPaymentLocked(container, orderId, async () => {
    // Before the order is read: a cancellation that ends between the two would be missed by both.
    if ((await beingCancelled(container, { orderId })).length > 0) return later()
    const order = await readOrder(container, orderRow, orderId)
    if (order === undefined || order.canceled_at || order.is_draft_order) return "skipped"
    if (await isBeingBooked(container, orderId)) return later()
    const payments = await readShopPayments(container, orderId, order)
    const open = payments.filter(({ isOpen }) => isOpen)
    const pence = await amountDueOf(container, orderId)
    // Staff completed it, and changed it since: it is complete when it is paid and sent.
    const isToPack = order.items.some(({ detail }) => detail.quantity > detail.fulfilled_quantity)
    if (order.status !== "pending" && (pence > 0 || isToPack))
      await container.resolve(Modules.ORDER).updateOrders([{ id: orderId, status: "pending" }])
    const asked = chosen === undefined ? open : open.map(unwanted)
    const { end, askMinor, mayFail } = followAmountDue(BigInt(pence), asked)
    if (mayFail) return "under_way"
    // Medusa's session first: an order whose payments have ended is found again by it.
    const known = payments.map(({ sessionId }) => sessionId)
    const session = askMinor === null ? null : await sessionFor(container, { order, pence, chosen, known })
    for (const payment of end) if (!(await payment.close())) return later()
    // Also of those that ended before a crash. A renewed quote keeps its session.
    const kept = open.filter((payment) => !end.some(({ id }) => id === payment.id))
    for (const old of unpaidSessions(order)) {
      const isOfSession = ({ sessionId }: { sessionId: string }) => sessionId === old.id
      if (payments.some(isOfSession) && !kept.some(isOfSession)) await cancelSession(container, old)
    }
    if (session === null) return "skipped"
    await openPaymentOf(container, orderId, session)
    return "done"
  })
}

/** The buyer wants another one. */
const unwanted = (payment: ShopPayment): ShopPayment => ({ ...payment, amountMinor: 0n })

/** Medusa's sums do not have this money yet. */
async function isBeingBooked(container: MedusaContainer, orderId: string): Promise<boolean> {
  const found = await querySql(
    container,
    z.unknown(),
    `select 1 from outbox_message where payload ->> 'orderId' = :orderId and finished_at is null
        and (topic in ('bitcoin-refund', 'card-refund') or payload ->> 'kind' = 'capture') limit 1`,
    { orderId },
  )
  return found.length > 0
}

interface ShopPayment extends OpenPayment {
  readonly sessionId: string
  readonly isOpen: boolean
  /** False: money came a moment ago. */
  readonly close: () => Promise<boolean>
}

const UNDER_WAY = ["seen", "confirming", "confirmed", "paid"]

/** In Bitcoin, on a card processor's page, and by hand. */
async function readShopPayments(
  container: MedusaContainer,
  orderId: string,
  order: PayableOrder,
): Promise<ShopPayment[]> {
  const { settlement, reviewService } = container.resolve(BITCOIN_PAYMENT)
  const cards = findCardPayments(container)
  const cancelPayment = (id: string) => container.resolve(Modules.PAYMENT).cancelPayment(id)
  const [quotes, pages] = await Promise.all([
    reviewService.detailsOfOrder(orderId),
    cards?.payments.detailsOfOrder(orderId) ?? [],
  ])
  const bitcoin = quotes.map(({ invoice: { id, sessionId, priceMinor, state, closed, captured } }) => ({
    ...{ id, sessionId, amountMinor: priceMinor, isUnderWay: UNDER_WAY.includes(state) },
    isOpen: closed === null && !captured,
    close: () => settlement.markClosed(id, "superseded").then(() => true),
  }))
  const card = pages.map(({ payment: { id, sessionId, pence, state, closed, isCaptured } }) => ({
    ...{ id, sessionId, amountMinor: BigInt(pence), isUnderWay: UNDER_WAY.includes(state) },
    isOpen: closed === null && !isCaptured,
    close: async () => {
      if ((await cards?.polls.endPages(id)) === "paid") return false
      await cards?.payments.close(id, "changed")
      return true
    },
  }))
  const byHand = unpaidSessions(order).flatMap(({ id: sessionId, amount, payment }) => {
    if (!payment) return []
    const { id, canceled_at } = payment
    const close = () => cancelPayment(id).then(() => true)
    return [{ id, sessionId, amountMinor: BigInt(amount), isUnderWay: false, isOpen: !canceled_at, close }]
  })
  return [...bitcoin, ...card, ...byHand]
}

const isUnpaid = ({ status, payment_sessions: all }: PayableOrder["payment_collections"][number]) =>
  !ENDED.includes(status) && !all.some(({ payment }) => payment?.captured_at)

const unpaidSessions = ({ payment_collections: all }: PayableOrder) =>
  all
    .filter(isUnpaid)
    .flatMap(({ payment_sessions: sessions }) => sessions.filter(({ status }) => status !== "canceled"))

interface Ask {
  readonly order: PayableOrder
  readonly pence: number
  readonly chosen: PaymentMethod | undefined
  /** The sessions that have a payment. */
  readonly known: readonly string[]
}

/** Medusa's session for what is due: the one that a crash left without a payment, or a new one. Null: no method takes so little. */
async function sessionFor(
  container: MedusaContainer,
  { order, pence, chosen, known }: Ask,
): Promise<PayableSession | null> {
  const { payment_collections: collections, currency_code } = order
  const left = unpaidSessions(order).find(({ id, amount }) => amount === pence && !known.includes(id))
  if (left !== undefined && chosen === undefined) return left
  const provider_id = await providerOf(container, { order, pence, chosen })
  if (provider_id === null) return null
  const amount = pence / 100
  const payments = container.resolve(Modules.PAYMENT)
  // Medusa raised the amount of one that was about to be captured: it has been paid.
  const raised = collections.filter(({ status }) => status === "partially_captured")
  for (const { id, captured_amount: captured } of raised)
    await payments.updatePaymentCollections(id, { amount: captured / 100, status: "completed" })
  const open = collections.find(isUnpaid)
  const collectionId = open?.id ?? (await openCollection(container, order.id, amount))
  await payments.updatePaymentCollections(collectionId, { amount })
  const { id } = await createAuthorisedSession(container, collectionId, {
    ...{ providerId: provider_id, currency: currency_code, amount },
  })
  return { id, provider_id, amount: pence, currency_code }
}

async function providerOf(
  container: MedusaContainer,
  { order: { payment_collections: collections }, pence, chosen }: Omit<Ask, "known">,
): Promise<string | null> {
  const sessions = collections.flatMap(({ payment_sessions }) => payment_sessions)
  const [latest] = sessions.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
  if (chosen === undefined && latest?.provider_id === PROVIDERS.manualCard) return latest.provider_id
  const wanted = chosen ?? methodOfProvider(latest?.provider_id)
  const method = await payableMethod(container, pence, wanted)
  if (method === "too_small") return null
  if (method === "unavailable")
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "No payment method can be used now.")
  return providerFor(container, method)
}

async function openCollection(container: MedusaContainer, orderId: string, amount: number): Promise<string> {
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount },
  })
  const [collection] = result
  if (collection === undefined)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Medusa opened no payment of ${orderId}.`)
  return collection.id
}
