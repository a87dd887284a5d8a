import { z } from "zod"
import type { MadeProduct } from "./fixtures"
import type { Staff } from "./staff"
import { ADAS_ADDRESS } from "./store-api"

const createdDraft = z.object({ draft_order: z.object({ id: z.string() }) })
const ids = z.array(z.object({ id: z.string() }))
const regionsSchema = z.object({ regions: ids })
const channelsSchema = z.object({ sales_channels: ids })
const optionsSchema = z.object({
  shipping_options: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** Makes a draft order of two pieces, as staff do for an order by telephone. @returns its id */
export async function makeDraft(
  staff: Staff,
  { variantId }: MadeProduct,
  over: object = {},
): Promise<string> {
  const [{ regions }, { sales_channels: channels }, { shipping_options: options }] = await Promise.all([
    staff.get(regionsSchema, "/admin/regions"),
    staff.get(channelsSchema, "/admin/sales-channels"),
    staff.get(optionsSchema, "/admin/shipping-options?fields=id,name"),
  ])
  const option = options.find(({ name }) => name.startsWith("Standard"))
  const { draft_order: draft } = await staff.post(createdDraft, "/admin/draft-orders", {
    email: "ada@example.com",
    region_id: regions[0]?.id,
    sales_channel_id: channels[0]?.id,
    shipping_address: ADAS_ADDRESS,
    items: [{ variant_id: variantId, quantity: 2 }],
    shipping_methods: [{ shipping_option_id: option?.id, name: option?.name, amount: 0 }],
    ...over,
  })
  return draft.id
}

/** Converts a draft to an order. */
export const convertDraft = (staff: Staff, id: string) =>
  staff.post(z.unknown(), `/admin/draft-orders/${id}/convert-to-order`, {})
