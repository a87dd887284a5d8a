import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import {
  findOrdersWithCases,
  readClosedCases as readClosedPaymentCases,
  readOpenCases as readOpenPaymentCases,
  type OpenCase as OpenPaymentCase,
} from "medusa-payments/review"
import {
  listOpenWithdrawals,
  listSettledWithdrawals,
  type StoredWithdrawal,
} from "../platform/medusa-tables/withdrawals"

const CLOSED_LIMIT = 100

/** The staff's inbox, oldest case first, each with the actions that are possible on its order's page. */
export async function readOpenCases(container: MedusaContainer): Promise<OpenCase[]> {
  const [payments, withdrawals] = await Promise.all([
    readOpenPaymentCases(container),
    listOpenWithdrawals(container),
  ])
  return [...payments.map(paymentCase), ...withdrawals.map(withdrawalCase)].sort((one, other) =>
    one.since.localeCompare(other.since),
  )
}

/** The orders of the open cases, one entry for each case, without what is to be decided. */
export async function readOrdersWithCases(
  container: MedusaContainer,
): Promise<{ about: string; orderId: string }[]> {
  const [payments, withdrawals] = await Promise.all([
    findOrdersWithCases(container),
    listOpenWithdrawals(container),
  ])
  return [
    ...payments.map(({ method: about, orderId }) => ({ about, orderId })),
    ...withdrawals.map(({ orderId }) => ({ about: "return", orderId })),
  ]
}

function paymentCase(one: OpenPaymentCase): OpenCase {
  const { kind, label, orderId, number, paymentId, since, why, respondBy } = one
  const { amountMinor, priceMinor, bitcoin, actions, options } = one
  return {
    ...{ kind, label, orderId, number, paymentId, since, why, respondBy },
    pence: amountMinor === null ? null : Number(amountMinor),
    pricePence: Number(priceMinor),
    bitcoin: bitcoin && {
      receivedSats: bitcoin.receivedSats.toString(),
      dueSats: bitcoin.dueSats.toString(),
    },
    actions: [...actions],
    options: [...options],
  }
}

function withdrawalCase({ id, orderId, number, at, items, pence }: StoredWithdrawal): OpenCase {
  return {
    kind: "withdrawal",
    label: { text: "Return", colour: "blue" },
    orderId,
    number,
    paymentId: id,
    since: at,
    why: `The buyer withdraws from ${items.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}`,
    respondBy: null,
    pence,
    pricePence: pence,
    bitcoin: null,
    actions: [],
    options: [],
  }
}

export async function readClosedCases(container: MedusaContainer): Promise<ClosedCase[]> {
  const [payments, withdrawals] = await Promise.all([
    readClosedPaymentCases(container, CLOSED_LIMIT),
    listSettledWithdrawals(container),
  ])
  const returns = withdrawals.map(({ orderId, number, at, settledAt, settledBy, note }): ClosedCase => ({
    at: settledAt ?? at,
    orderId,
    number,
    what: "Settled a return",
    by: settledBy ?? "",
    reason: note,
  }))
  return [...payments, ...returns].sort((one, other) => other.at.localeCompare(one.at)).slice(0, CLOSED_LIMIT)
}
