import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "medusa-payments/database"
import {
  definePaymentMethod,
  idempotencyKey,
  requiredReason,
  type DescribedAction,
  type DescribedPayment,
  type StaffMember,
} from "medusa-payments/review"
import { captureSession, readCaptureState, withPaymentLocked } from "medusa-payments/workflows"
import { BANK_TRANSFER } from "../modules/bank-transfer"

const PROVIDER = "pp_bank-transfer_bank-transfer"

const session = z.object({ id: z.string(), provider_id: z.string(), amount: z.coerce.number() })
const orderRow = z.object({
  created_at: z.coerce.date(),
  payment_collections: z.array(z.object({ payment_sessions: z.array(session) })),
})

/** An order's payment by transfer has the order's id. Null: it is paid otherwise. */
async function findTransfer(container: MedusaContainer, orderId: string) {
  const [order] = await queryGraph(container, orderRow, { entity: "order", filters: { id: orderId } })
  const sessions = order?.payment_collections.flatMap(({ payment_sessions }) => payment_sessions)
  const found = sessions?.find(({ provider_id }) => provider_id === PROVIDER)
  return order && found
    ? { orderId, sessionId: found.id, amount: found.amount, placedAt: order.created_at }
    : null
}

const CONFIRM: DescribedAction = {
  ...{
    action: "confirm",
    asks: "reason",
    case_id: null,
    button: "Confirm the transfer…",
    confirm: "Confirm",
  },
  title: "Has the transfer come?",
  effect: "The order is paid and can be packed. This cannot be undone.",
}

async function describePayments(container: MedusaContainer, orderId: string): Promise<DescribedPayment[]> {
  const transfer = await findTransfer(container, orderId)
  if (transfer === null) return []
  const { captureId, currency } = await readCaptureState(container, transfer)
  const captured = captureId !== null
  return [
    {
      ...{ id: orderId, method: "bank-transfer", title: "Bank transfer", currency: currency.toUpperCase() },
      ...{ captured, is_pending: !captured, created_at: transfer.placedAt.toISOString() },
      state: captured ? "paid" : "awaiting_payment",
      label: captured ? { text: "Paid", colour: "green" } : { text: "Awaiting payment", colour: "orange" },
      amounts: [{ name: "Amount due", amount: transfer.amount.toFixed(2) }],
      actions: captured ? [] : [CONFIRM],
      ...{ notes: [], cases: [], facts: [], refunds: [], timeline: [], failing: [] },
      ...{ refundable: "0.00", refund_due: { amount: "0.00" } },
    },
  ]
}

const actionSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("poll") }),
  z.object({ action: z.literal("confirm"), idempotency_key: idempotencyKey, reason: requiredReason }),
])

/** The session is paid before Medusa is asked to capture it. After a crash in between staff confirm once more. */
async function perform(
  container: MedusaContainer,
  orderId: string,
  by: StaffMember,
  body: unknown,
): Promise<void> {
  const action = actionSchema.parse(body)
  // No machine can ask the bank.
  if (action.action === "poll") return
  await withPaymentLocked(container, orderId, async () => {
    const transfer = await findTransfer(container, orderId)
    if (transfer === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")
    const state = await readCaptureState(container, transfer)
    if (state.status === "canceled")
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The order is cancelled: send the money back.")
    const transfers = container.resolve(BANK_TRANSFER)
    const { sessionId: session_id } = transfer
    const [confirmed] = await transfers.listBankTransfers({ session_id })
    if (confirmed === undefined)
      await transfers.createBankTransfers({ session_id, confirmed_by: by.email, reason: action.reason })
    await captureSession(container, transfer, state)
  })
}

const none = () => Promise.resolve([])

definePaymentMethod({
  id: "bank-transfer",
  topics: () => ({}),
  payments: describePayments,
  // A payment that waits for staff longer than a day could be a case.
  ordersWithCases: none,
  openCases: none,
  closedCases: none,
  orderOf: async (container, id) => (await findTransfer(container, id))?.orderId ?? null,
  perform,
})
