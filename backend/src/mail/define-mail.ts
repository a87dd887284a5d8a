import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "@medusajs/framework/zod"
import type { InlineImage } from "./pictures"
import { emailLayout, type Email, type EmailContent } from "./layout"
import type { Shop } from "./shop"

/** What a mail may use to load its view. Settings are passed in, so previews need no environment. */
export interface MailContext {
  container: MedusaContainer
  shop: Shop
  /** The admin's URL, without a slash at its end. */
  adminUrl: string
  lowStockAt: number | "off"
  /** How long the stock of an expired quote stays reserved. */
  holdMs: number
  /** False: less than any payment method takes. */
  isPayable: (pence: number) => Promise<boolean>
  transactionUrl: (txid: string) => string | null
  readLinePictures: (lines: readonly { thumbnail: string | null }[]) => Promise<(InlineImage | null)[]>
}

/** `label`: how staff read a mail in the list of its order. */
type About =
  | { resource: "order"; label: string }
  | { resource: "contact_message" | "stock_alarm" | "staff_account"; label?: undefined }

type MailDefinition<Name extends string, Schema extends z.ZodType, View> = About & {
  name: Name
  audience: "customer" | "staff"
  /** The data that the outbox stores: ids only. The content is read when the mail is sent. */
  schema: Schema
  /** Null: the subject is gone or settled, and the mail must not be sent. The id is for Medusa's notification log. */
  load: (context: MailContext, data: z.output<Schema>) => Promise<{ id: string; view: View } | null>
  render: (view: NoInfer<View>, shop: Shop) => EmailContent
}

export interface ComposedMail {
  mail: Email
  resource: { id: string; type: About["resource"] }
}

export function defineMail<const Name extends string, Schema extends z.ZodType, View>(
  definition: MailDefinition<Name, Schema, View>,
) {
  const { name, label, audience, resource, schema, load } = definition
  const render = (view: View, shop: Shop): Email => emailLayout(shop, definition.render(view, shop))
  return {
    name,
    label,
    audience,
    schema,
    render,
    /** @throws ZodError when the stored data does not match the schema */
    async compose(context: MailContext, stored: unknown): Promise<ComposedMail | null> {
      const loaded = await load(context, schema.parse(stored))
      if (loaded === null) return null
      return { mail: render(loaded.view, context.shop), resource: { id: loaded.id, type: resource } }
    },
  }
}
