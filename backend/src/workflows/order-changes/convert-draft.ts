import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Outcome } from "medusa-payments/modules/outbox"
import { whyNotChargeable } from "../../catalogue/chargeable"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { payableMethod } from "../../orders/payable-methods"
import { penceColumn, SHOP_COUNTRY, SHOP_CURRENCY } from "../../platform/money"
import { queryGraph } from "../../platform/sql/query"
import { askForAmountDue } from "./follow-amount-due"

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
  const method = await payableMethod(container, draft.total)
  if (method === "too_small" || method === "unavailable")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No payment method can take this amount now. Change it, or try again later.",
    )
}

/** The buyer is mailed the link to pay. Idempotent. @throws MedusaError while no payment method can be used */
export async function handleDraftConverted(container: MedusaContainer, orderId: string): Promise<Outcome> {
  const outcome = await askForAmountDue(container, orderId)
  if (typeof outcome !== "object") await enqueueOrderMail(container, "order-placed", { orderId })
  return outcome === "under_way" ? "skipped" : outcome
}
