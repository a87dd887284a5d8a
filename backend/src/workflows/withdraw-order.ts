import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { WithdrawOrder } from "@shop/contracts/order-actions"
import { environment } from "../platform/config"
import { defineReturnedItems } from "medusa-payments/refund-choice"
import { enqueueMail, orderMail } from "../mail/enqueue-mail"
import { cancellationOf, readCancellationFacts } from "../orders/cancellation"
import { ERASED_EMAIL } from "../platform/email-address"
import { describeItem, orderPage, readOrder, type OrderPage } from "../orders/projections"
import { mayWithdraw } from "../orders/withdrawals"
import { readWithdrawal, type StoredWithdrawal } from "../platform/medusa-tables/withdrawals"
import type { WithdrawalRejection } from "../orders/withdrawal-period"
import { idRow, querySql } from "../platform/sql/query"

defineReturnedItems(async (container, orderId) => (await readWithdrawal(container, orderId))?.items ?? [])

type Sent =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: WithdrawalRejection | "unknown" | "unknown_items" | "sent_before" }

/** Notice and mails are stored in one transaction. Idempotent. The caller has identified the buyer. */
export async function sendWithdrawal(
  container: MedusaContainer,
  orderId: string,
  notice: WithdrawOrder & { readonly cameBy: "link" | "account" },
): Promise<Sent> {
  const [order, facts, earlier] = await Promise.all([
    readOrder(container, orderPage, orderId),
    readCancellationFacts(container, orderId),
    readWithdrawal(container, orderId),
  ])
  if (order === undefined || facts === null) return { ok: false, reason: "unknown" }
  const items = withdrawnItems(order, notice.items)
  if (items === null) return { ok: false, reason: "unknown_items" }
  if (earlier !== null) return repeated(earlier, items)
  const decision = mayWithdraw(order, cancellationOf(facts, Date.now()).ok)
  if (!decision.ok) return decision
  const isNew = await store(container, order, items, notice)
  if (isNew) return { ok: true, isNew }
  // Another tab was first.
  const first = await readWithdrawal(container, orderId)
  return first === null ? { ok: false, reason: "unknown" } : repeated(first, items)
}

function repeated(earlier: StoredWithdrawal, items: StoredWithdrawal["items"]): Sent {
  const isSame = JSON.stringify(earlier.items) === JSON.stringify(items)
  return isSame ? { ok: true, isNew: false } : { ok: false, reason: "sent_before" }
}

/** The chosen items in the order's sequence; null: the order has no such items, or not so many. */
function withdrawnItems(order: OrderPage, chosen: WithdrawOrder["items"]): StoredWithdrawal["items"] | null {
  const quantities = new Map(chosen.map(({ id, quantity }) => [id, quantity]))
  const items = order.items.flatMap((item) => {
    const quantity = quantities.get(item.id) ?? 0
    return quantity < 1 || quantity > item.quantity ? [] : [{ id: item.id, ...describeItem(item), quantity }]
  })
  return items.length === chosen.length ? items : null
}

async function store(
  container: MedusaContainer,
  order: OrderPage,
  items: StoredWithdrawal["items"],
  { name, address, cameBy }: { name: string; address: string; cameBy: string },
): Promise<boolean> {
  const { id: orderId, email } = order
  const pence = items.reduce((sum, { id, quantity }) => {
    const line = order.items.find((item) => item.id === id)
    return sum + (line === undefined ? 0 : Math.round((line.total * quantity) / line.quantity))
  }, 0)
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return connection.transaction(async (transaction) => {
    const [stored] = await querySql(
      transaction,
      idRow,
      `insert into order_withdrawal (id, order_id, items, pence, name, address, came_by)
        values (:id, :orderId, cast(:items as jsonb), cast(:pence as integer), :name, :address, :cameBy)
        on conflict (order_id) do nothing returning id`,
      {
        id: generateEntityId(undefined, "withdr"),
        orderId,
        items: JSON.stringify(items),
        pence: String(pence),
        name,
        address,
        cameBy,
      },
    )
    if (stored === undefined) return false
    const toStaff = orderMail("withdrawal-received", { orderId }, environment.STAFF_EMAIL)
    await enqueueMail(container, orderMail("withdrawal-acknowledged", { orderId }, email), { transaction })
    await enqueueMail(container, toStaff, { transaction })
    return true
  })
}

/**
 * The goods are back and the money is returned, or staff and buyer agreed otherwise. The buyer is mailed `note` once;
 * a second call changes nothing. @throws MedusaError when no notice was sent
 */
export async function settleWithdrawal(
  container: MedusaContainer,
  orderId: string,
  by: string,
  note: string,
): Promise<void> {
  const [order, withdrawal] = await Promise.all([
    readOrder(container, orderPage, orderId),
    readWithdrawal(container, orderId),
  ])
  if (order === undefined || withdrawal === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "The buyer has not withdrawn from this order.")
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await connection.transaction(async (transaction) => {
    const settled = await querySql(
      transaction,
      idRow,
      `update order_withdrawal set settled_at = now(), settled_by = :by, note = :note, updated_at = now()
        where id = :id and settled_at is null returning id`,
      { id: withdrawal.id, by, note },
    )
    if (settled.length === 0 || order.email === ERASED_EMAIL) return
    await enqueueMail(container, orderMail("withdrawal-settled", { orderId }, order.email), { transaction })
  })
}
