import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentMethod } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { OpenPayment } from "medusa-payments/amount-due"
import { amountDueOf } from "../../orders/amount-due"
import { findCardPayments, OWN_PROVIDERS } from "../../orders/payment-method"
import { paidOf, readOrder } from "../../orders/projections"
import { beingCancelled } from "../../platform/medusa-tables/order-marks"
import { penceColumn } from "../../platform/money"
import { many, OUTBOX_TABLE, querySql } from "../../platform/sql/query"
import {
  cancelSession,
  createAuthorisedSession,
  openPaymentOf,
  sessionRow,
  type PayableSession,
} from "../place-order/open-payment"

const pieces = z.coerce.number()
const pence = penceColumn.nullish().transform((found) => found ?? 0)
const orderRow = z.object({
  id: z.string(),
  version: z.coerce.number().int(),
  status: z.string(),
  canceled_at: z.coerce.date().nullish(),
  is_draft_order: z.boolean(),
  currency_code: z.string(),
  items: many(z.object({ detail: z.object({ quantity: pieces, fulfilled_quantity: pieces }) })),
  payment_collections: many(
    z.object({
      id: z.string(),
      status: z.string(),
      captured_amount: pence,
      refunded_amount: pence,
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

export interface PayableOrder {
  readonly order: z.output<typeof orderRow>
  readonly payments: readonly ShopPayment[]
  readonly open: readonly ShopPayment[]
  /** What is due, in pence. */
  readonly due: number
}

/**
 * To be read under the payment's lock. `over`: its buyer is asked for nothing more · `later`: staff are cancelling it, or Medusa's sums
 * lack money that came.
 */
export async function readPayable(
  container: MedusaContainer,
  orderId: string,
): Promise<PayableOrder | "over" | "later"> {
  // Before the order is read: a cancellation that ends between the two would be missed by both.
  if ((await beingCancelled(container, { orderId })).length > 0) return "later"
  const order = await readOrder(container, orderRow, orderId)
  if (order === undefined || order.canceled_at || order.is_draft_order) return "over"
  if (await isBeingBooked(container, orderId)) return "later"
  const payments = await readShopPayments(container, order)
  const open = payments.filter(({ isOpen }) => isOpen)
  return { order, payments, open, due: await amountDueOf(container, orderId) }
}

async function isBeingBooked(container: MedusaContainer, orderId: string): Promise<boolean> {
  const found = await querySql(
    container,
    z.unknown(),
    `select 1 from ${OUTBOX_TABLE} where payload ->> 'orderId' = :orderId and finished_at is null
        and (topic in ('bitcoin-refund', 'card-refund') or payload ->> 'kind' = 'capture') limit 1`,
    { orderId },
  )
  return found.length > 0
}

interface ShopPayment extends OpenPayment {
  readonly method: PaymentMethod
  readonly sessionId: string
  readonly isOpen: boolean
  /** False: its time is over, and the order waits all the same. */
  readonly isInTime: boolean
  /** Enough of it or not, also after it was closed; not captured. */
  readonly hasMoney: boolean
  /** Staff charge the card. */
  readonly isByHand: boolean
  /** False: money came a moment ago. */
  readonly close: () => Promise<boolean>
}

const UNDER_WAY = ["seen", "confirming", "confirmed", "paid"]

/** In Bitcoin, on a card processor's page, and by hand; each method's newest first. */
async function readShopPayments(
  container: MedusaContainer,
  order: PayableOrder["order"],
): Promise<ShopPayment[]> {
  const { settlement, reviewService } = container.resolve(BITCOIN_PAYMENT)
  const cards = findCardPayments(container)
  const cancelPayment = (id: string) => container.resolve(Modules.PAYMENT).cancelPayment(id)
  const [quotes, pages] = await Promise.all([
    reviewService.detailsOfOrder(order.id),
    cards?.payments.detailsOfOrder(order.id) ?? [],
  ])
  const bitcoin = quotes.map(
    ({ invoice: { id, sessionId, priceMinor, state, closed, captured }, isPaidInPart }) => ({
      ...{ id, sessionId, method: "bitcoin" as const, amountMinor: priceMinor },
      ...{ isUnderWay: UNDER_WAY.includes(state), hasMoney: !captured && isPaidInPart, isByHand: false },
      ...{ isOpen: closed === null && !captured, isInTime: state !== "expired" },
      close: () => settlement.markClosed(id, "superseded").then(() => true),
    }),
  )
  const card = pages.map(({ payment }) => {
    const { id, sessionId, pence: amount, state, closed, isCaptured } = payment
    const isUnderWay = UNDER_WAY.includes(state)
    return {
      ...{ id, sessionId, method: "card" as const, amountMinor: BigInt(amount), isUnderWay },
      ...{ isOpen: closed === null && !isCaptured, isInTime: cards?.payments.isPayable(payment) === true },
      ...{ hasMoney: isUnderWay && !isCaptured, isByHand: false },
      close: async () => {
        if ((await cards?.polls.endPages(id)) === "paid") return false
        await cards?.payments.close(id, "changed")
        return true
      },
    }
  })
  const byHand = unpaidSessions(order).flatMap(({ id: sessionId, amount, provider_id, payment }) => {
    if (!payment) return []
    const { id, canceled_at } = payment
    const close = () => cancelPayment(id).then(() => true)
    const isOpen = !canceled_at
    return [
      {
        ...{ id, sessionId, method: "card" as const, amountMinor: BigInt(amount), isOpen, close },
        ...{
          isUnderWay: false,
          isInTime: true,
          hasMoney: false,
          isByHand: !OWN_PROVIDERS.includes(provider_id),
        },
      },
    ]
  })
  return [...bitcoin, ...card, ...byHand]
}

type Collection = PayableOrder["order"]["payment_collections"][number]

/** Of Medusa's collections of payments. */
const ENDED: readonly string[] = ["completed", "canceled"]

const isUnpaid = ({ status, payment_sessions: all }: Collection) =>
  !ENDED.includes(status) && !all.some(({ payment }) => payment?.captured_at)

const unpaidSessions = ({ payment_collections: all }: PayableOrder["order"]) =>
  all
    .filter(isUnpaid)
    .flatMap(({ payment_sessions: sessions }) => sessions.filter(({ status }) => status !== "canceled"))

/** Medusa's sessions of a method whose payment a crash kept from being opened. */
export const sessionsWithoutPayment = ({ order, payments }: PayableOrder) =>
  unpaidSessions(order).filter(
    ({ id, provider_id }) =>
      OWN_PROVIDERS.includes(provider_id) && !payments.some(({ sessionId }) => sessionId === id),
  )

/**
 * Ends these open payments and asks for what is due by `provider`; null: for nothing. Medusa's session is stored first, and by
 * it an interrupted change is found and finished. Idempotent. False: money came a moment ago, and nothing has changed.
 */
export async function replacePayments(
  container: MedusaContainer,
  payable: PayableOrder,
  { end, provider }: { end: readonly ShopPayment[]; provider: string | null },
): Promise<boolean> {
  const { order, payments, open } = payable
  const { session, collectionId } =
    provider === null ? NO_SESSION : await sessionFor(container, payable, provider)
  for (const payment of end)
    if (!(await payment.close())) {
      if (session !== null) await cancelSession(container, session)
      return false
    }
  // Also of those that ended before a crash. A renewed quote keeps its session.
  const kept = open.filter((payment) => !end.includes(payment)).map(({ sessionId }) => sessionId)
  const mayEnd = [
    ...payments.map(({ sessionId }) => sessionId),
    ...sessionsWithoutPayment(payable).map(({ id }) => id),
  ]
  const isOver = ({ id }: { id: string }) => mayEnd.includes(id) && !kept.includes(id) && id !== session?.id
  for (const old of unpaidSessions(order)) if (isOver(old)) await cancelSession(container, old)
  if (session !== null) await openPaymentOf(container, order.id, session)
  const isUsed = ({ id, payment_sessions: all }: Collection) =>
    id === collectionId || all.some((each) => each.status !== "canceled" && !isOver(each))
  // Medusa opens one for each change, also while ours is opened. Beside it a paid order would be called partly captured.
  // One for a rest that no method asks for stays: by it staff mark the rest as paid.
  if (paidOf(order).captured > 0 && (payable.due <= 0 || kept.length > 0 || session !== null))
    for (const collection of order.payment_collections)
      if (isUnpaid(collection) && !isUsed(collection))
        await container
          .resolve(Modules.PAYMENT)
          .updatePaymentCollections(collection.id, { status: "canceled" })
  return true
}

const NO_SESSION = { session: null, collectionId: null }

/** The one that a crash left without a payment, or a new one. One whose provider was not asked yet is of no use. */
async function sessionFor(
  container: MedusaContainer,
  payable: PayableOrder,
  provider_id: string,
): Promise<{ session: PayableSession; collectionId: string | null }> {
  const { order, due } = payable
  const { payment_collections: collections, currency_code } = order
  const left = sessionsWithoutPayment(payable).find(
    ({ amount, provider_id: its, status }) =>
      amount === due && its === provider_id && status === "pending_authorization",
  )
  if (left !== undefined) return { session: left, collectionId: null }
  const total = due / 100
  const payments = container.resolve(Modules.PAYMENT)
  // Medusa raised the amount of one that was about to be captured: it has been paid.
  const raised = collections.filter(({ status }) => status === "partially_captured")
  for (const { id, captured_amount: captured } of raised)
    await payments.updatePaymentCollections(id, { amount: captured / 100, status: "completed" })
  const now = collections.some(isUnpaid) ? order : await readOrder(container, orderRow, order.id)
  const open = now?.payment_collections.find(isUnpaid)
  const collectionId = open?.id ?? (await openCollection(container, order.id, total))
  await payments.updatePaymentCollections(collectionId, { amount: total })
  const { id } = await createAuthorisedSession(container, collectionId, {
    ...{ providerId: provider_id, currency: currency_code, amount: total },
  })
  return { session: { id, provider_id, amount: due, currency_code }, collectionId }
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
