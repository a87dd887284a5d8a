import type { BookedOrder, EndState } from "./end-state"

/** An order's records in the final state. */
export const isActive = ({ status }: BookedOrder) => status !== "canceled"
export const capturesOf = (order: BookedOrder) =>
  order.payment_collections.flatMap(({ payments }) => payments ?? []).flatMap(({ captures }) => captures)
/** Medusa's, in pence. */
export const refundedOf = (order: BookedOrder) =>
  inPence(
    order.payment_collections
      .flatMap(({ payments }) => payments ?? [])
      .flatMap(({ refunds }) => refunds ?? [])
      .reduce((sum, { amount }) => sum + amount, 0),
  )
export const inPence = (pounds: number) => Math.round(pounds * 100)
/** Whether staff changed the order, or tried to. */
export const isChanged = (end: EndState, { id }: BookedOrder) => end.observer.changes.has(id)
export const invoicesOf = (end: EndState, { id }: BookedOrder) =>
  end.invoices.filter(({ order_id }) => order_id === id)
export const cardPaymentsOf = (end: EndState, { id }: BookedOrder) =>
  end.cardPayments.filter(({ order_id }) => order_id === id)
export const chargesOf = (end: EndState, { id }: BookedOrder) =>
  end.charges.filter(({ orderId }) => orderId === id)
const mailsAbout = (mails: EndState["sentMails"], { id }: BookedOrder) =>
  mails.filter(({ order_id }) => order_id === id).map(({ template }) => template)

/** An order with its outputs on the chain, its charges and mails, for the failure message. */
export const orderDetails = (end: EndState, order: BookedOrder) => ({
  ...order,
  change: end.observer.changes.get(order.id),
  mails: mailsAbout(end.sentMails, order),
  withdrawnMails: mailsAbout(end.withdrawnMails, order),
  cardPayments: cardPaymentsOf(end, order),
  charges: chargesOf(end, order).map((charge) => ({ ...charge, when: end.observer.charges.get(order.id) })),
  invoices: invoicesOf(end, order).map((invoice) => ({
    ...invoice,
    paid: end.paid
      .get(invoice.address)
      ?.map((output) => ({ ...output, when: end.observer.payments.get(output.txid)?.timeliness })),
  })),
})
