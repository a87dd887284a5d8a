import type { z } from "@medusajs/framework/zod"
import type { Mail } from "../layout/mail"
import { contactAcknowledged, contactAcknowledgedSchema } from "./contact-acknowledged"
import { contactReceived, contactReceivedSchema } from "./contact-received"
import { orderPlaced, orderPlacedSchema } from "./order-placed"
import { paymentConfirmed, paymentConfirmedSchema } from "./payment-confirmed"
import { paymentSeen, paymentSeenSchema } from "./payment-seen"

/** Joins a template with the schema of what it needs, so that it renders data from anywhere, checked. */
function template<Schema extends z.ZodType>(schema: Schema, render: (data: z.output<Schema>) => Mail) {
  /** @throws ZodError when the data is not what the template needs */
  return (data: unknown): Mail => render(schema.parse(data))
}

/** Every mail the shop sends, by name. */
export const TEMPLATES = {
  "order-placed": template(orderPlacedSchema, orderPlaced),
  "payment-seen": template(paymentSeenSchema, paymentSeen),
  "payment-confirmed": template(paymentConfirmedSchema, paymentConfirmed),
  "contact-received": template(contactReceivedSchema, contactReceived),
  "contact-acknowledged": template(contactAcknowledgedSchema, contactAcknowledged),
} as const
export type TemplateName = keyof typeof TEMPLATES
