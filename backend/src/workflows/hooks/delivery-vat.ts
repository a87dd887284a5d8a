import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import {
  updateOrderTaxLinesWorkflow,
  updateTaxLinesWorkflow,
  upsertTaxLinesWorkflow,
} from "@medusajs/medusa/core-flows"
import { goodsByRate } from "../../modules/business-details"
import { SHOP_COUNTRY } from "../../platform/money"
import { many, queryGraph } from "../../platform/sql/query"

const optional = z.string().nullish()
const item = z.object({
  id: z.string(),
  product_id: optional.transform((id) => id ?? ""),
  product_type_id: optional.transform((id) => id ?? undefined),
  unit_price: z.coerce.number(),
  quantity: z.coerce.number(),
})
/** Medusa reads an order's quantities only with its total. */
const goodsRow = z.object({ total: z.unknown(), items: many(item) })

/** Medusa asks for the VAT of deliveries without the goods, whose rates they follow. Our fast path asks with them. */
async function goodsOf(container: MedusaContainer, entity: "cart" | "order", id: string) {
  const [found] = await queryGraph(container, goodsRow, { entity, filters: { id } })
  const items = found?.items ?? []
  const lines = await container
    .resolve(Modules.TAX)
    .getTaxLines(items, { address: { country_code: SHOP_COUNTRY } })
  const ofItems = lines.flatMap((line) => ("line_item_id" in line ? [line] : []))
  return new StepResponse({ goods: goodsByRate(ofItems, items) })
}

const subject = z.object({ id: z.string() })
for (const workflow of [updateTaxLinesWorkflow, upsertTaxLinesWorkflow])
  workflow.hooks.setTaxLineContext(({ cart }, { container }) =>
    goodsOf(container, "cart", subject.parse(cart).id),
  )
updateOrderTaxLinesWorkflow.hooks.setTaxLineContext(({ order }, { container }) =>
  goodsOf(container, "order", subject.parse(order).id),
)
