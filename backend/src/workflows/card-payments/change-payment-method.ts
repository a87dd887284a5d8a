import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PaymentMethod } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { readCardMethod } from "../../orders/card-method"
import { buyerOfOrder } from "../../orders/known-buyers"
import { whyNotPayable } from "../../orders/payable-methods"
import { currentSession, findCardPayments, methodOfProvider, PROVIDERS } from "../../orders/payment-method"
import { queryGraph } from "../../platform/sql/query"
import { payDifference } from "../order-changes/pay-difference"
import { mayTakeAddress } from "../place-order/address-share"
import {
  cancelSession,
  createSession,
  openPaymentOf,
  sessionRow,
  type Session,
} from "../place-order/open-payment"
import type { MethodRejection } from "../place-order/outcome"
import { withPaymentLocked } from "medusa-payments/workflows"

const orderRow = z.object({
  status: z.string(),
  payment_collections: z.array(
    z.object({
      id: z.string(),
      captured_amount: z.coerce.number().nullish(),
      payment_sessions: z.array(sessionRow),
    }),
  ),
})

/** Each change gives out a Bitcoin address or reserves the stock for another half hour. */
const MOST_CHANGES = 3

const NOT_PAYABLE: MethodRejection = { reason: "not_payable" }

/**
 * Closes the earlier method first: its page at the card processor is ended, or its Bitcoin address only watched.
 * Money that comes for it all the same is returned or a case. Rolls forward: a repeated call, or the recovery,
 * finishes an interrupted one. Null: the order has the method now; otherwise nothing has changed. @throws
 * BitcoinUnavailable while it is unknown whether the order is paid in Bitcoin; then nothing has changed
 */
export async function changePaymentMethod(
  container: MedusaContainer,
  orderId: string,
  method: PaymentMethod,
): Promise<MethodRejection | null> {
  const difference = await payDifference(container, orderId, method)
  if (difference !== undefined) return difference
  // Money that was sent a moment ago would be found after the buyer has paid by card too.
  if (method === "card") await container.resolve(BITCOIN_PAYMENT).orderPolls.beforeDecision([orderId])
  return withPaymentLocked(container, orderId, async () => {
    const [order] = await queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } })
    const session = currentSession(order?.payment_collections ?? [])
    const collection = order?.payment_collections.find(({ payment_sessions }) =>
      payment_sessions.some(({ id }) => id === session?.id),
    )
    if (order?.status !== "pending" || collection === undefined || session === undefined) return NOT_PAYABLE
    // Staff changed the order, and nothing of it is asked for any more.
    if (session.status === "canceled") return NOT_PAYABLE
    if ((collection.captured_amount ?? 0) > 0) return NOT_PAYABLE
    // What no provider of ours takes is charged by card.
    if (method === (methodOfProvider(session.provider_id) ?? "card")) {
      await openPaymentOf(container, orderId, session)
      return null
    }
    if (collection.payment_sessions.length > MOST_CHANGES) return NOT_PAYABLE
    return CHANGES[method](container, orderId, collection.id, session)
  })
}

const CHANGES: Record<PaymentMethod, typeof changeToBitcoin> = {
  bitcoin: changeToBitcoin,
  card: changeToCard,
}

async function changeToBitcoin(
  container: MedusaContainer,
  orderId: string,
  collectionId: string,
  session: Session,
): Promise<MethodRejection | null> {
  const cards = findCardPayments(container)
  const payment = (await cards?.payments.ofOrder(orderId)) ?? null
  if (cards === null || payment === null) return NOT_PAYABLE
  const isInterrupted = payment.closed === "changed"
  if (payment.state !== "awaiting_payment" && !isInterrupted) return NOT_PAYABLE
  if (!isInterrupted && !(await mayTakeAddress(container, orderId)))
    return { reason: "too_many_unpaid_orders", sharedBy: "bitcoin" }
  const unpayable = await whyNotPayable(
    container,
    "bitcoin",
    session.amount,
    buyerOfOrder(container, orderId),
  )
  if (unpayable) return unpayable
  if (!isInterrupted && (await cards.polls.endPages(payment.id)) === "paid") return NOT_PAYABLE
  await cards.payments.close(payment.id, "changed")
  await replaceSession(container, collectionId, session, PROVIDERS.bitcoin, orderId)
  return null
}

/** `cancelled` while the order is not: this change was interrupted. */
const UNPAID = ["awaiting_payment", "expired", "cancelled"]

async function changeToCard(
  container: MedusaContainer,
  orderId: string,
  collectionId: string,
  session: Session,
): Promise<MethodRejection | null> {
  if ((await readCardMethod(container))?.how !== "hosted") return { reason: "cards_not_taken" }
  const unpayable = await whyNotPayable(container, "card", session.amount)
  if (unpayable) return unpayable
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const quotes = await bitcoin.reviewService.detailsOfOrder(orderId)
  if (quotes.some(({ invoice }) => invoice.received > 0n && invoice.state !== "refunded"))
    return { reason: "payment_seen" }
  if (!quotes.some(({ invoice, isNewest }) => isNewest && UNPAID.includes(invoice.state))) return NOT_PAYABLE
  await bitcoin.settlement.closeOfOrder(orderId, "superseded")
  await replaceSession(container, collectionId, session, PROVIDERS.card, orderId)
  return null
}

/** A new session of Medusa's for the other provider. The old one stays, canceled: late money is found by it. */
async function replaceSession(
  container: MedusaContainer,
  collectionId: string,
  old: Session,
  provider: string,
  orderId: string,
): Promise<void> {
  const created = await createSession(container, collectionId, {
    ...{ providerId: provider, currency: old.currency_code, amount: old.amount / 100 },
  })
  await cancelSession(container, old)
  await openPaymentOf(container, orderId, { ...old, id: created.id, provider_id: provider })
}
