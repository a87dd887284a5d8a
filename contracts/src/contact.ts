import * as z from "zod/mini"

/** `POST /api/contact` with the messages of the specification (section 5), validated on both sides. */
export const contactMessageSchema = z.strictObject({
  name: z
    .string("Name must be at least 2 characters.")
    .check(
      z.trim(),
      z.minLength(2, "Name must be at least 2 characters."),
      z.maxLength(120, "Name must be at most 120 characters."),
    ),
  email: z
    .string("Please enter a valid email address.")
    .check(
      z.trim(),
      z.maxLength(254, "Please enter a valid email address."),
      z.email("Please enter a valid email address."),
    ),
  subject: z
    .string("Subject must be at least 3 characters.")
    .check(
      z.trim(),
      z.minLength(3, "Subject must be at least 3 characters."),
      z.maxLength(200, "Subject must be at most 200 characters."),
    ),
  message: z
    .string("Message must be at least 10 characters.")
    .check(
      z.trim(),
      z.minLength(10, "Message must be at least 10 characters."),
      z.maxLength(5000, "Message must be at most 5,000 characters."),
    ),
  consent: z.literal(true, "You must agree to the terms."),
})
export type ContactMessage = z.infer<typeof contactMessageSchema>

export const contactReceiptSchema = z.object({ id: z.string(), receivedAt: z.iso.datetime() })
export type ContactReceipt = z.infer<typeof contactReceiptSchema>
