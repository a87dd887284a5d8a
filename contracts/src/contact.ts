import * as z from "zod/mini"
import { instantSchema } from "./formats"
import { emailSchema, nameSchema, typedText } from "./text"

/** `true`, and nothing that only counts as such. */
export const agreementSchema = z.custom<true>(
  (value: unknown) => value === true,
  "You must agree to the terms.",
)

/** `POST /api/contact` with the messages of the specification (section 5), validated on both sides. */
export const contactMessageSchema = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  subject: typedText(
    3,
    200,
    "Subject must be at least 3 characters.",
    "Subject must be at most 200 characters.",
  ),
  message: typedText(
    10,
    5000,
    "Message must be at least 10 characters.",
    "Message must be at most 5,000 characters.",
  ),
  consent: agreementSchema,
})
export type ContactMessage = z.infer<typeof contactMessageSchema>

export const contactReceiptSchema = z.object({ id: z.string(), receivedAt: instantSchema })
export type ContactReceipt = z.infer<typeof contactReceiptSchema>
