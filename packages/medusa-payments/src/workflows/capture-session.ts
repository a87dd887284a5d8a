import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readAmountDue } from "../amount-due"
import { querySql } from "../database"
import { readUnmarked } from "../review"

const stateRow = z.object({
  status: z.string(),
  currency: z.string(),
  paymentId: z.string().nullable(),
  capturedAt: z.date().nullable(),
  captureId: z.string().nullable(),
  /** In whole units. */
  captured: z.coerce.number().nullable(),
  isRecorded: z.boolean(),
})
type CaptureState = z.output<typeof stateRow>

interface PaidSession {
  readonly orderId: string
  readonly sessionId: string
}

/** @throws MedusaError when there is no such order with this payment session */
export async function readCaptureState(
  container: MedusaContainer,
  { orderId, sessionId }: PaidSession,
): Promise<CaptureState> {
  const [state] = await querySql(
    container,
    stateRow,
    `select o.status, s.currency_code as currency, p.id as "paymentId", p.captured_at as "capturedAt", c.id as "captureId", c.amount as captured,
        exists (select 1 from order_transaction t where t.order_id = o.id and t.reference = 'capture'
          and t.reference_id = c.id and t.deleted_at is null) as "isRecorded"
       from "order" o
       join payment_session s on s.id = :sessionId
       left join payment p on p.payment_session_id = s.id and p.deleted_at is null
       left join capture c on c.payment_id = p.id and c.deleted_at is null
      where o.id = :orderId and o.deleted_at is null`,
    { orderId, sessionId },
  )
  if (!state)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Session ${sessionId} is paid, but there is no order ${orderId} with it.`,
    )
  return state
}

/** Whether something else, such as a card, has paid all that the order costs. Asked apart: planning it takes longer than the state. */
export async function isPaidByAnother(
  container: MedusaContainer,
  orderId: string,
  { captureId }: CaptureState,
): Promise<boolean> {
  if (captureId !== null) return false
  const due = await readAmountDue(container, orderId)
  return due !== null && due <= 0
}

/**
 * Captures a paid session once. Rolls forward: each part is done unless it was done before. Medusa's own workflow would search
 * for the order that is known here. The caller holds the payment's lock; `known` was read under it.
 */
export async function captureSession(
  container: MedusaContainer,
  session: PaidSession,
  known: CaptureState,
): Promise<void> {
  let state = known
  if (state.captureId === null) {
    // Our providers answer that the money is captured, so Medusa writes the payment and its capture in one transaction.
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(session.sessionId, {})
    state = await readCaptureState(container, session)
  }
  const { paymentId, capturedAt, captureId, captured, currency, isRecorded } = state
  if (paymentId === null || captureId === null || captured === null || capturedAt === null)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa did not capture session ${session.sessionId}.`,
    )
  if (!isRecorded)
    await container.resolve(Modules.ORDER).addOrderTransactions([
      {
        order_id: session.orderId,
        amount: captured,
        currency_code: currency,
        reference: "capture",
        reference_id: captureId,
      },
    ])
  await container.resolve(Modules.EVENT_BUS).emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } })
}

/**
 * Finishes the captures of an order that a crash interrupted: Medusa has them, but the order's sums or the method's own mark do not.
 * Whatever is decided about an order's money afterwards counts them. The caller holds the payment's lock.
 * @throws MedusaError `not_allowed` with a sentence for staff while one cannot be finished: nothing may be decided without it
 */
export async function finishCaptures(container: MedusaContainer, orderId: string): Promise<void> {
  const captured = await querySql(
    container,
    z.object({ sessionId: z.string() }),
    `select p.payment_session_id as "sessionId"
       from order_payment_collection l
       join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
       join capture c on c.payment_id = p.id and c.deleted_at is null
      where l.order_id = :orderId and l.deleted_at is null`,
    { orderId },
  )
  if (captured.length === 0) return
  for (const { sessionId, markCaptured } of await readUnmarked(container, orderId)) {
    if (!captured.some((each) => each.sessionId === sessionId)) continue
    const session = { orderId, sessionId }
    try {
      await captureSession(container, session, await readCaptureState(container, session))
      await markCaptured()
    } catch (error) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `A payment of this order is captured, but not in its books yet (${String(error)}). Nothing is decided about its money until then. Try again in a few minutes.`,
        "capture_unfinished",
      )
    }
  }
}
