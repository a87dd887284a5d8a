import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { GIFT_NOTE } from "../../../../../modules/gift-note"

const noteSchema = z.strictObject({
  words: z.string("Write something on the card.").trim().min(1, "Write something on the card.").max(200),
  signed: z.string().trim().min(1).max(80).nullable().default(null),
})

/** `GET /admin/orders/:id/gift-note`: the order's card, or null. Medusa restricts /admin to staff. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const [note] = await request.scope.resolve(GIFT_NOTE).listGiftNotes({ order_id: request.params["id"] })
  response.json({ gift_note: note ?? null })
}

/** `POST` creates or replaces the card. The lock serialises simultaneous requests, so an order has one card. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const parsed = noteSchema.safeParse(request.body)
  if (!parsed.success)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, parsed.error.issues[0]?.message ?? "")
  const order = await request.scope
    .resolve(Modules.ORDER)
    .retrieveOrder(request.params["id"] ?? "", { select: ["id"] })
  const notes = request.scope.resolve(GIFT_NOTE)
  const gift_note = await request.scope
    .resolve(Modules.LOCKING)
    .execute([`gift-note:${order.id}`], async () => {
      const [before] = await notes.listGiftNotes({ order_id: order.id })
      return before
        ? notes.updateGiftNotes({ id: before.id, ...parsed.data })
        : notes.createGiftNotes({ order_id: order.id, ...parsed.data })
    })
  response.json({ gift_note })
}
