import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import {
  BITCOIN_PAYMENT,
  type BitcoinPaymentService,
  type Decision,
  type StaffCommand,
} from "../../modules/bitcoin-payment"
import { reserveStockStep, type Reservation } from "../place-order/stock"
import { queryRows } from "../../query/query-rows"
import { z } from "@medusajs/framework/zod"
import { expectDone } from "./rejections"

/** What makes a closed order one that stands again. */
export type ReinstatingAction = "accept" | "settle_by_hand" | "renew_quote"

interface Input {
  orderId: string
  invoiceId: string
  action: ReinstatingAction
  order: StaffCommand
  isCancelled: boolean
  reservations: Reservation[]
}

const DECISIONS: Record<
  ReinstatingAction,
  (
    reviewService: BitcoinPaymentService["reviewService"],
    invoiceId: string,
    order: StaffCommand,
  ) => Promise<Decision>
> = {
  accept: (reviewService, invoiceId, order) => reviewService.accept(invoiceId, order),
  settle_by_hand: (reviewService, invoiceId, order) => reviewService.settleByHand(invoiceId, order),
  renew_quote: (reviewService, invoiceId, order) => reviewService.renewQuote(invoiceId, order),
}

/** Takes a cancelling back. Medusa has no road for it; these are the columns that its own cancelling wrote. */
const uncancelOrderStep = createStep(
  "uncancel-order",
  async ({ orderId, isCancelled }: Pick<Input, "orderId" | "isCancelled">, { container }) => {
    if (!isCancelled) return new StepResponse(null, null)
    await setCancelled(container, orderId, null)
    return new StepResponse(null, orderId)
  },
  async (orderId, { container }) => {
    if (orderId) await setCancelled(container, orderId, new Date())
  },
)

async function setCancelled(container: MedusaContainer, orderId: string, at: Date | null): Promise<void> {
  // `canceled_at` is a column that Medusa's own cancelling sets by this very call, though its type does not name it.
  const change = { id: orderId, status: at ? ("canceled" as const) : ("pending" as const), canceled_at: at }
  await container.resolve(Modules.ORDER).updateOrders([change])
  const payments = container.resolve(Modules.PAYMENT)
  for (const id of await collectionsOf(container, orderId))
    await payments.updatePaymentCollections(id, { status: at ? "canceled" : "awaiting" })
}

async function collectionsOf(container: MedusaContainer, orderId: string): Promise<string[]> {
  const row = z.object({ payment_collections: z.array(z.object({ id: z.string() })) })
  const orders = await queryRows(container, row, {
    entity: "order",
    fields: ["payment_collections.id"],
    filters: { id: orderId },
  })
  return orders.flatMap(({ payment_collections }) => payment_collections.map(({ id }) => id))
}

const decideStep = createStep(
  "decide",
  async ({ action, invoiceId, order }: Pick<Input, "action" | "invoiceId" | "order">, { container }) => {
    expectDone(await DECISIONS[action](container.resolve(BITCOIN_PAYMENT).reviewService, invoiceId, order))
    return new StepResponse(null)
  },
)

/**
 * An order that had been cancelled stands again: its goods are reserved, its cancelling is taken back, and only then it
 * is decided; when one of these cannot be, all of it is undone. For one that still stands it is the decision alone. The
 * caller holds the order's lock.
 */
export const reinstateOrderWorkflow = createWorkflow("reinstate-order", (input: WorkflowData<Input>) => {
  reserveStockStep(transform(input, ({ reservations }) => reservations))
  uncancelOrderStep(input)
  decideStep(input)
  return new WorkflowResponse(undefined)
})
