import { followedOrderSchema, type FollowedOrder } from "@shop/contracts"
import { paymentOverviewSchema } from "@shop/contracts/staff-payments"
import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { browserOf } from "../harness/checkout"
import type { BuyerContext } from "./buyer"
import type { StaffChange } from "./observer"
import { sendUntilAnswered } from "./send-with-retry"
import { askAsStaff, refundPart } from "./staff"
import type { StaffChangePlan } from "./staff-change-plan"

const LOOK_EVERY_MS = 400
/** A payment that does not come is not waited for. */
const PAID_WITHIN_MS = 60_000

/** Staff change the order as on the admin's pages. Each call is repeated until it is answered; what was done before is refused then. */
export async function changeOrder(
  context: BuyerContext,
  plan: StaffChangePlan,
  orderId: string,
): Promise<void> {
  if (!(await isTime(context, plan, orderId))) return
  const change: StaffChange = { what: plan.what, isDone: null, refusal: null }
  context.observer.changes.set(orderId, change)
  switch (plan.what) {
    case "more pieces":
    case "fewer pieces":
      change.isDone = await edit(context, change, orderId, plan.openMs)
      break
    case "a return":
      change.isDone = await dispatchAndTakeBack(context, change, orderId)
      break
    case "a refund of a part": {
      const payment = await capturedPayment(context, orderId)
      change.isDone =
        payment !== null && (await refundPart(context, orderId, payment.id, Math.floor(payment.pence / 2)))
      return
    }
  }
  if (plan.isReturned) await returnWhatIsDue(context, orderId)
}

/** @returns false: staff do nothing */
async function isTime(context: BuyerContext, { what, when }: StaffChangePlan, orderId: string) {
  const isEdit = what === "more pieces" || what === "fewer pieces"
  if (isEdit && when === "before the payment") return true
  const page = await pageWhen(context, orderId, (shown) =>
    isEdit && when === "while it is on its way"
      ? shown.status !== "awaiting_payment" || isUnderWay(shown)
      : shown.status !== "awaiting_payment",
  )
  return isEdit ? page?.status !== "cancelled" : page?.status === "paid"
}

const isUnderWay = ({ bitcoin, cardPayment }: FollowedOrder) =>
  bitcoin?.state === "seen" || bitcoin?.state === "confirming" || cardPayment?.state === "confirming"

/** The order's page, once it fits or after a minute. */
async function pageWhen(
  { shop }: BuyerContext,
  orderId: string,
  fits: (page: FollowedOrder) => boolean,
): Promise<FollowedOrder | null> {
  const deadline = Date.now() + PAID_WITHIN_MS
  for (;;) {
    const options = { headers: browserOf(orderId) }
    const answer = await sendUntilAnswered(shop, followedOrderSchema, `/api/orders/${orderId}`, options)
    if (!answer.ok) return null
    if (fits(answer.value) || Date.now() > deadline) return answer.value
    await pause(LOOK_EVERY_MS)
  }
}

const placedSchema = z.object({
  order: z.object({
    items: z.array(z.object({ id: z.string(), quantity: z.number() })),
    fulfillments: z.array(z.object({ id: z.string() })),
  }),
})
async function readOrder(context: BuyerContext, orderId: string) {
  const path = `/admin/orders/${orderId}?fields=id,*items,*fulfillments`
  const answer = await askAsStaff(context, placedSchema, path)
  if (!answer.ok) throw new Error(`Staff cannot read ${orderId}: ${answer.text}`)
  return answer.value.order
}

const post = (context: BuyerContext, path: string, body: object = {}) =>
  askAsStaff(context, z.unknown(), path, { method: "POST", body })

/** @returns null: refused, perhaps after an attempt without an answer that did it */
async function edit(context: BuyerContext, change: StaffChange, orderId: string, openMs: number) {
  const [line] = (await readOrder(context, orderId)).items
  if (line === undefined) return false
  await post(context, "/admin/order-edits", { order_id: orderId })
  const path = `/admin/order-edits/${orderId}`
  const item = await post(context, `${path}/items/item/${line.id}`, {
    quantity: line.quantity + (change.what === "more pieces" ? 1 : -1),
  })
  await pause(openMs)
  const confirmed = item.ok ? await post(context, `${path}/request`) : item
  if (confirmed.ok) return true
  change.refusal = confirmed.text
  await endChanges(context, orderId)
  return null
}

const returnsSchema = z.object({ returns: z.array(z.object({ id: z.string() })) })
/** One piece of a dispatched order comes back. */
async function dispatchAndTakeBack(
  context: BuyerContext,
  change: StaffChange,
  orderId: string,
): Promise<boolean | null> {
  const items = (await readOrder(context, orderId)).items.map(({ id, quantity }) => ({ id, quantity }))
  await post(context, `/admin/orders/${orderId}/fulfillments`, { items })
  const [parcel] = (await readOrder(context, orderId)).fulfillments
  if (parcel === undefined) return false
  const labels = [
    {
      tracking_number: "AB123456785GB",
      tracking_url: "https://track.test/1",
      label_url: "https://track.test/2",
    },
  ]
  await post(context, `/admin/orders/${orderId}/fulfillments/${parcel.id}/shipments`, { items, labels })
  await post(context, "/admin/returns", { order_id: orderId })
  const found = await askAsStaff(context, returnsSchema, `/admin/returns?order_id=${orderId}&fields=id`)
  const id = found.ok ? found.value.returns[0]?.id : undefined
  if (id === undefined) return false
  const one = { items: items.slice(0, 1).map((item) => ({ ...item, quantity: 1 })) }
  await post(context, `/admin/returns/${id}/request-items`, one)
  await post(context, `/admin/returns/${id}/request`)
  await post(context, `/admin/returns/${id}/receive`)
  await post(context, `/admin/returns/${id}/receive-items`, one)
  const confirmed = await post(context, `/admin/returns/${id}/receive/confirm`)
  if (confirmed.ok) return true
  change.refusal = confirmed.text
  await endChanges(context, orderId)
  return null
}

const changesSchema = z.object({
  order_changes: z.array(
    z.object({ change_type: z.string().nullable(), status: z.string(), return_id: z.string().nullish() }),
  ),
})

/** Staff cancel what a crash left open. */
export async function endChanges(context: BuyerContext, orderId: string): Promise<void> {
  const answer = await askAsStaff(context, changesSchema, `/admin/orders/${orderId}/changes`)
  if (!answer.ok) throw new Error(`Staff cannot read the changes of ${orderId}: ${answer.text}`)
  for (const { change_type: type, status, return_id: id } of answer.value.order_changes) {
    if (status !== "pending" && status !== "requested") continue
    const path =
      type === "return_request"
        ? `/admin/returns/${String(id)}/request`
        : type === "return_receive"
          ? `/admin/returns/${String(id)}/receive`
          : `/admin/order-edits/${orderId}`
    await askAsStaff(context, z.unknown(), path, { method: "DELETE" })
  }
}

async function capturedPayment(context: BuyerContext, orderId: string) {
  const path = `/admin/orders/${orderId}/payments`
  const schema = z.object({
    payments: z.array(z.object({ id: z.string(), captured: z.boolean(), refundable: z.coerce.number() })),
  })
  const answer = await askAsStaff(context, schema, path)
  const found = answer.ok && answer.value.payments.find((one) => one.captured && one.refundable > 0)
  return found ? { id: found.id, pence: Math.round(found.refundable * 100) } : null
}

/** What the inbox says. */
async function returnWhatIsDue(context: BuyerContext, orderId: string): Promise<void> {
  const answer = await askAsStaff(context, paymentOverviewSchema, "/admin/payment-review/overview")
  const inbox = answer.ok ? answer.value.overview.inbox : []
  const due = inbox.find((one) => one.orderId === orderId && one.label.text === "Refund due")
  if (due?.pence) await refundPart(context, orderId, due.paymentId, due.pence)
}
