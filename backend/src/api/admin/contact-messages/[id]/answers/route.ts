import { z } from "@medusajs/framework/zod"
import { answerMessage, readMessage } from "../../../../../messages/messages"
import { staffRoute } from "../../../staff-route"

const bodySchema = z.strictObject({
  text: z
    .string("Please write an answer.")
    .trim()
    .min(1, "Please write an answer.")
    .max(20_000, "Please keep the answer to 20,000 characters."),
  /** Made up by the page for each answer. A repeated key is the same answer. */
  requestKey: z.uuid(),
})

export const POST = staffRoute(async ({ scope, id, read, caller }) => {
  await answerMessage(scope, { messageId: id, ...read(bodySchema), answeredBy: await caller() })
  return { message: await readMessage(scope, id) }
})
