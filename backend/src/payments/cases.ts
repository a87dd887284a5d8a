import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { ClosedCase, OpenCase } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { REASON_TEXTS } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import {
  findOrdersWithCases,
  readOpenCases as readBitcoinCases,
  type BitcoinCase,
} from "medusa-payment-bitcoin/workflows"
import {
  listOpenWithdrawals,
  listSettledWithdrawals,
  type StoredWithdrawal,
} from "../platform/medusa-tables/withdrawals"
import { querySql } from "../platform/sql/query"
import { readClosedCardCases, readOpenCardCases } from "./card-cases"

const CLOSED_LIMIT = 100

/** The staff's inbox, oldest case first, each with the actions that are possible on its order's page. */
export async function readOpenCases(container: MedusaContainer): Promise<OpenCase[]> {
  const [bitcoin, cards, withdrawals] = await Promise.all([
    readBitcoinCases(container),
    readOpenCardCases(container),
    listOpenWithdrawals(container),
  ])
  return [...bitcoin.map(bitcoinCase), ...cards, ...withdrawals.map(withdrawalCase)].sort((one, other) =>
    one.since.localeCompare(other.since),
  )
}

/** The orders of the open cases, one entry for each case, without what is to be decided. */
export async function readOrdersWithCases(
  container: MedusaContainer,
): Promise<{ about: "bitcoin" | "card" | "return"; orderId: string }[]> {
  const [bitcoin, cards, withdrawals] = await Promise.all([
    findOrdersWithCases(container),
    readOpenCardCases(container),
    listOpenWithdrawals(container),
  ])
  return [
    ...bitcoin.map((orderId) => ({ about: "bitcoin" as const, orderId })),
    ...cards.map(({ orderId }) => ({ about: "card" as const, orderId })),
    ...withdrawals.map(({ orderId }) => ({ about: "return" as const, orderId })),
  ]
}

function withdrawalCase({ id, orderId, number, at, items, pence }: StoredWithdrawal): OpenCase {
  return {
    kind: "withdrawal",
    orderId,
    number,
    invoiceId: id,
    since: at,
    why: `The buyer withdraws from ${items.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}`,
    respondBy: null,
    pence,
    pricePence: pence,
    receivedSats: "0",
    dueSats: "0",
    actions: [],
  }
}

function bitcoinCase(open: BitcoinCase): OpenCase {
  const { kind, orderId, number, since, amountMinor, details } = open
  const { invoice, isAddressAwaited, refundAddresses, actions } = details
  const address =
    refundAddresses.length > 0
      ? "the buyer gave a refund address"
      : "the buyer was asked for a refund address"
  return {
    ...{ kind, orderId, number, since },
    invoiceId: invoice.id,
    pence: amountMinor === null ? null : Number(amountMinor),
    respondBy: null,
    why: isAddressAwaited ? `${whyOf(open)}; ${address}` : whyOf(open),
    receivedSats: invoice.received.toString(),
    dueSats: invoice.due.toString(),
    pricePence: Number(invoice.priceMinor),
    actions: [...actions],
  }
}

function whyOf({ kind, reasons, amountMinor, failure, details }: BitcoinCase): string {
  const amount = formatPence(Number(amountMinor ?? 0n))
  switch (kind) {
    case "payment": {
      const [first = "", ...others] = reasons.map((reason) => REASON_TEXTS[reason])
      const why = [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join("; ")
      return [why, details.invoice.dispute?.says ?? []].flat().join(". ")
    }
    case "failing":
      return `${REASON_TEXTS.failing}: '${failure?.task ?? ""}' failed ${failure?.attempts ?? 0} times: ${failure?.error ?? ""}`
    case "surplus":
      return `${amount} more than the order takes was received`
    case "sent_before_order":
      return `${amount} was sent to the address before the order was placed. It is not counted: find out whose it is`
    case "owed":
      return `A refund of ${amount} is due: the order was cancelled or items were returned`
  }
}

const closedRow = z
  .object({
    at: z.date().transform((date) => date.toISOString()),
    order_id: z.string(),
    number: z.number().int().nullable(),
    what: z.string(),
    by: z.string(),
    reason: z.string().nullable(),
  })
  .transform(({ order_id: orderId, ...row }): ClosedCase => ({ ...row, orderId }))

const CLOSED_CASES = `
  select x.at, i.order_id, o.display_id as number, x.what, x.by, x.reason
    from ((select created_at as at, invoice_id, action as what, by_email as by, reason from bitcoin_audit_entry
            order by created_at desc limit ${CLOSED_LIMIT})
          union all
          (select closed_at, invoice_id, 'case_closed', coalesce(closed_by, ''), reason from bitcoin_case
            where closed_at is not null order by closed_at desc limit ${CLOSED_LIMIT})) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.at desc limit ${CLOSED_LIMIT}`

/** Staff decisions and automatically closed cases, newest first. */
export async function readClosedCases(container: MedusaContainer): Promise<ClosedCase[]> {
  const [bitcoin, cards, withdrawals] = await Promise.all([
    querySql(container, closedRow, CLOSED_CASES),
    readClosedCardCases(container, CLOSED_LIMIT),
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
  return [...bitcoin, ...cards, ...returns]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, CLOSED_LIMIT)
}
