import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PaymentMethod } from "@shop/contracts"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { withPaymentLocked } from "medusa-payments/workflows"
import { whyNotChargeable } from "../../catalogue/chargeable"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { readDetails } from "../../orders/business-details/business-details"
import { providerFor, whyNotPayable } from "../../orders/payable-methods"
import { penceColumn, SHOP_COUNTRY, SHOP_CURRENCY } from "../../platform/money"
import { queryGraph } from "../../platform/sql/query"
import { createAuthorisedSession, openSession } from "../place-order/open-payment"

const text = z.string().nullish()
const draftRow = z.object({
  is_draft_order: z.boolean(),
  email: text,
  currency_code: z.string(),
  total: penceColumn,
  items: z.array(z.object({ title: z.string(), unit_price: z.coerce.number() })),
  shipping_methods: z.array(z.object({ amount: z.coerce.number() })),
  shipping_address: z
    .object({ address_1: text, city: text, postal_code: text, country_code: text })
    .nullish(),
})

/** How a converted draft is first to be paid: buyers may change the method on the order's page. Null: neither can be used now. */
async function payableMethod(container: MedusaContainer, pence: number): Promise<PaymentMethod | null> {
  if ((await whyNotPayable(container, "card", pence)) === null) return "card"
  return (await whyNotPayable(container, "bitcoin", pence)) === null ? "bitcoin" : null
}

/** Before Medusa reserves the draft's stock. @throws MedusaError `not_allowed` with a sentence for staff */
export async function assertConvertible(container: MedusaContainer, draftId: string): Promise<void> {
  const [draft] = await queryGraph(container, draftRow, { entity: "order", filters: { id: draftId } })
  // Medusa answers that it is no draft.
  if (draft?.is_draft_order !== true) return
  const { items, shipping_methods: deliveries, shipping_address: to } = draft
  const prices = [...items.map(({ unit_price }) => unit_price), ...deliveries.map(({ amount }) => amount)]
  const lacks: [isMissing: boolean, what: string][] = [
    [items.length === 0, "a product"],
    [!draft.email, "the buyer's email address"],
    [
      !to?.address_1 || !to.city || !to.postal_code || to.country_code !== SHOP_COUNTRY,
      "a delivery address in the United Kingdom",
    ],
    [deliveries.length === 0, "a shipping method"],
    [draft.currency_code.toUpperCase() !== SHOP_CURRENCY, "a region in pounds"],
    [prices.some((price) => whyNotChargeable(price) !== null), "prices of zero or more, in whole pence"],
  ]
  const missing = lacks.flatMap(([isMissing, what]) => (isMissing ? [what] : []))
  if (missing.length > 0)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This draft cannot become an order without ${new Intl.ListFormat("en-GB").format(missing)}.`,
    )
  if (draft.total > 0 && (await payableMethod(container, draft.total)) === null)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No payment method can take this amount now. Change it, or try again later.",
    )
}

const convertedRow = z.object({
  status: z.string(),
  currency_code: z.string(),
  total: penceColumn,
  payment_collections: z.array(
    z.object({
      id: z.string(),
      payment_sessions: z.array(z.object({ id: z.string(), provider_id: z.string() })).nullish(),
    }),
  ),
})

/** The buyer is mailed the link to pay. Idempotent. @throws MedusaError while no payment method can be used */
export async function handleDraftConverted(container: MedusaContainer, orderId: string): Promise<void> {
  const isOpen = await withPaymentLocked(container, orderId, async () => {
    const [order] = await queryGraph(container, convertedRow, { entity: "order", filters: { id: orderId } })
    if (order?.status !== "pending") return false
    if (order.total === 0) return true
    const { currency_code, total: pence } = order
    const amount = pence / 100
    const collectionId =
      order.payment_collections[0]?.id ?? (await openCollection(container, orderId, amount))
    const session =
      order.payment_collections[0]?.payment_sessions?.[0] ??
      (await openFirstSession(container, collectionId, { amount, currency_code, pence }))
    const label = (await readDetails(container)).name
    await openSession(container, {
      ...{ orderId, sessionId: session.id, providerId: session.provider_id, pence, label },
      currency: currency_code,
    })
    return true
  })
  if (isOpen) await enqueueOrderMail(container, "order-placed", { orderId })
}

async function openCollection(container: MedusaContainer, orderId: string, amount: number): Promise<string> {
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount },
  })
  const [collection] = result
  if (collection === undefined)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Medusa opened no payment of ${orderId}.`)
  return collection.id
}

async function openFirstSession(
  container: MedusaContainer,
  collectionId: string,
  { amount, currency_code, pence }: { amount: number; currency_code: string; pence: number },
) {
  const method = await payableMethod(container, pence)
  const provider = method && (await providerFor(container, method))
  if (provider === null)
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "No payment method can be used now.")
  return createAuthorisedSession(container, collectionId, {
    ...{ providerId: provider, currency: currency_code, amount },
  })
}
