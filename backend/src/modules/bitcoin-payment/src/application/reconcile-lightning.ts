import type { Connection } from "medusa-payments/database"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Clock } from "../ports/clock"
import type { LightningNode, PaymentHash, SettledInvoice } from "../ports/lightning-node"
import { findInvoice } from "../repository/invoices"
import {
  knownLightning,
  lastReconciliation,
  recordReconciliation,
  recordUnknownPayment,
} from "../repository/lightning-node"
import { detailsOfOrder } from "../repository/payment-review"

const EVERY_MS = 86_400_000

interface Parts {
  readonly db: Connection
  readonly node: Pick<LightningNode, "settledSince">
  readonly clock: Clock
  /** The order that a description names; null: it is not the shop's. */
  readonly orderOf: (description: string) => Promise<string | null>
  readonly look: (paymentHash: PaymentHash) => Promise<unknown>
  /** @returns whether the node's answer about each could be used */
  readonly each: (
    items: readonly SettledInvoice[],
    keyOf: (item: SettledInvoice) => string,
    work: (item: SettledInvoice) => Promise<void>,
  ) => Promise<boolean>
}

/**
 * Once a day: compares everything that the node settled with what the shop knows. What the shop overlooked is settled as usual. A payment
 * with the shop's description for an invoice that it does not know, as after a restored backup, is not counted: it is a case.
 */
export function createReconciliation({ db, node, clock, orderOf, look, each }: Parts) {
  async function account({ paymentHash, ...payment }: SettledInvoice, isKnown: boolean): Promise<void> {
    if (isKnown) return void (await look(paymentHash))
    const invoice = await invoiceOf(payment)
    const { receivedMsat, settledAt } = payment
    if (invoice !== null && receivedMsat >= 1000n)
      await recordUnknownPayment(db, invoice, {
        ...{ paymentHash, receivedMsat },
        ...{ settledAt: settledAt.getTime(), foundAt: clock() },
      })
  }

  /** LND keeps no label, so there the order's newest invoice of that time stands for it. */
  async function invoiceOf({
    label,
    description,
    settledAt,
  }: Omit<SettledInvoice, "paymentHash">): Promise<StoredInvoice | null> {
    const labelled = label === null ? null : await findInvoice(db, "id", label)
    if (labelled !== null) return labelled
    const orderId = await orderOf(description)
    const invoices = orderId === null ? [] : (await detailsOfOrder(db, orderId)).map(({ invoice }) => invoice)
    const before = invoices.filter(({ createdAt }) => createdAt <= settledAt.getTime())
    return before.sort((one, other) => other.createdAt - one.createdAt)[0] ?? null
  }

  return async (nodeId: string): Promise<void> => {
    const last = await lastReconciliation(db, nodeId)
    if (last !== null && clock() - last.at < EVERY_MS) return
    const { settled, cursor } = await node.settledSince(last?.cursor ?? null)
    const known = await knownLightning(
      db,
      settled.map(({ paymentHash }) => paymentHash),
    )
    const open = settled.filter(({ paymentHash }) => known.get(paymentHash) !== "settled")
    const isComplete = await each(
      open,
      ({ paymentHash }) => paymentHash,
      (payment) => account(payment, known.has(payment.paymentHash)),
    )
    // What could not be read is listed again tomorrow.
    await recordReconciliation(db, nodeId, clock(), isComplete ? cursor : (last?.cursor ?? null))
  }
}
