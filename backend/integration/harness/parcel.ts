import { z } from "zod"
import type { Staff } from "./staff"

const orderSchema = z.object({
  order: z.object({
    items: z.array(z.object({ id: z.string(), quantity: z.number() })),
    fulfillments: z.array(z.object({ id: z.string() })),
    payment_collections: z.array(
      z.object({ id: z.string(), payments: z.array(z.object({ id: z.string() })).nullish() }),
    ),
  }),
})
const FIELDS = "fields=id,*items,*fulfillments,*payment_collections,*payment_collections.payments"

const read = async (staff: Staff, orderId: string) =>
  (await staff.get(orderSchema, `/admin/orders/${orderId}?${FIELDS}`)).order

async function paymentOf(staff: Staff, orderId: string): Promise<string> {
  const { payment_collections: collections } = await read(staff, orderId)
  const payment = collections[0]?.payments?.[0]
  if (!payment) throw new Error("The order has no payment.")
  return payment.id
}

/** Captures a card payment as staff do. */
export async function capture(staff: Staff, orderId: string): Promise<void> {
  await staff.post(z.unknown(), `/admin/payments/${await paymentOf(staff, orderId)}/capture`, {})
}

/** Returns what was captured by hand as staff do. */
export async function refund(staff: Staff, orderId: string, amount: number): Promise<void> {
  await staff.post(z.unknown(), `/admin/payments/${await paymentOf(staff, orderId)}/refund`, { amount })
}

const contentsOf = async (staff: Staff, orderId: string) =>
  (await read(staff, orderId)).items.map(({ id, quantity }) => ({ id, quantity }))

/** Fulfils a whole order. @returns the fulfilment's id */
export async function pack(staff: Staff, orderId: string): Promise<string> {
  const items = await contentsOf(staff, orderId)
  await staff.post(z.unknown(), `/admin/orders/${orderId}/fulfillments`, { items })
  return (await read(staff, orderId)).fulfillments[0]?.id ?? ""
}

/** Ships a fulfilment with a tracking number. @param isSilent without a mail to the buyer */
export async function ship(
  staff: Staff,
  orderId: string,
  parcel: string,
  { tracking, isSilent = false }: { tracking: string; isSilent?: boolean },
): Promise<void> {
  const label = {
    tracking_number: tracking,
    tracking_url: `https://track.test/${tracking}`,
    label_url: "https://track.test/label",
  }
  await staff.post(z.unknown(), `/admin/orders/${orderId}/fulfillments/${parcel}/shipments`, {
    items: await contentsOf(staff, orderId),
    labels: [label],
    no_notification: isSilent,
  })
}

/** Fulfils and ships a whole order with a tracking number. @returns the fulfilment's id */
export async function dispatch(staff: Staff, orderId: string, tracking: string): Promise<string> {
  const parcel = await pack(staff, orderId)
  await ship(staff, orderId, parcel, { tracking })
  return parcel
}

export async function deliver(staff: Staff, orderId: string, parcel: string): Promise<void> {
  await staff.post(z.unknown(), `/admin/orders/${orderId}/fulfillments/${parcel}/mark-as-delivered`, {})
}
