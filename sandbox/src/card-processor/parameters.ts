import type Stripe from "stripe"
import { z } from "zod"
import { invalidRequest } from "./api-error.js"

/** The parameters of each call. An unknown one is refused, as Stripe does. `satisfies` compares them with the SDK's. */

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: "Invalid integer" })
  .transform(Number)
const boolean = z.enum(["true", "false"]).transform((text) => text === "true")
const text = (max: number) => z.string().min(1).max(max)
const expand = z.array(z.string()).max(20).optional()
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, { error: "Metadata can have at most 50 keys." })
  .optional()
const webAddress = z
  .string()
  .max(5000)
  .refine((url) => /^https?:\/\/[^\s]+$/.test(url), { error: "Not a valid URL" })

const lineItem = z.strictObject({
  quantity: integer.pipe(z.int().min(1)),
  price_data: z.strictObject({
    currency: z.string().regex(/^[a-z]{3}$/, { error: "Invalid currency" }),
    unit_amount: integer.pipe(z.int().min(0).max(99_999_999)),
    product_data: z.strictObject({
      name: text(5000),
      description: text(5000).optional(),
      images: z.array(webAddress).max(8).optional(),
      metadata,
    }),
  }),
})

export const sessionCreate = z.strictObject({
  mode: z.literal("payment"),
  ui_mode: z.literal("hosted_page").optional(),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text(200).optional(),
  customer_email: z.email().max(800).optional(),
  expires_at: integer.optional(),
  locale: text(10).optional(),
  submit_type: z.enum(["auto", "pay"]).optional(),
  payment_method_types: z.array(z.enum(["card", "link"])).optional(),
  allowed_payment_method_types: z.array(z.enum(["card", "link"])).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  adaptive_pricing: z.strictObject({ enabled: boolean.optional() }).optional(),
  allow_promotion_codes: boolean.optional(),
  phone_number_collection: z.strictObject({ enabled: boolean }).optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1000).optional(),
      metadata,
      receipt_email: z.email().optional(),
      statement_descriptor_suffix: text(22).optional(),
      capture_method: z.enum(["automatic", "automatic_async"]).optional(),
    })
    .optional(),
  metadata,
  expand,
}) satisfies z.ZodType<Stripe.Checkout.SessionCreateParams>

export type SessionParameters = z.output<typeof sessionCreate>

const created = z
  .union([
    integer,
    z.strictObject({
      gt: integer.optional(),
      gte: integer.optional(),
      lt: integer.optional(),
      lte: integer.optional(),
    }),
  ])
  .optional()

const page = {
  limit: integer.pipe(z.int().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
}
export type Page = z.output<z.ZodObject<typeof page>>
export type Created = z.output<typeof created>

export const sessionList = z.strictObject({
  ...page,
  created,
  payment_intent: z.string().optional(),
  status: z.enum(["open", "complete", "expired"]).optional(),
}) satisfies z.ZodType<Stripe.Checkout.SessionListParams>

export const refundCreate = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata,
  expand,
}) satisfies z.ZodType<Stripe.RefundCreateParams>

export const refundList = z.strictObject({
  ...page,
  created,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
}) satisfies z.ZodType<Stripe.RefundListParams>

export const disputeList = z.strictObject({
  ...page,
  created,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
}) satisfies z.ZodType<Stripe.DisputeListParams>

export const chargeList = z.strictObject({
  ...page,
  created,
  payment_intent: z.string().optional(),
}) satisfies z.ZodType<Stripe.ChargeListParams>

export const eventList = z.strictObject({
  ...page,
  created,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
}) satisfies z.ZodType<Stripe.EventListParams>

export const expandOnly = z.strictObject({ expand })

/** @throws ApiError (400) for the first parameter that Stripe would refuse */
export function parseParameters<T>(schema: z.ZodType<T>, form: unknown): T {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue === undefined) throw parsed.error
  const param = nameOf(issue.path)
  if (issue.code === "unrecognized_keys") {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ""])
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: "parameter_unknown",
      param: unknown,
    })
  }
  if (isMissing(form, issue.path))
    throw invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param })
  if (issue.message === "Invalid integer")
    throw invalidRequest(`Invalid integer: ${String(valueAt(form, issue.path))}`, {
      code: "parameter_invalid_integer",
      param,
    })
  throw invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

const nameOf = ([first, ...rest]: readonly PropertyKey[]) =>
  [String(first), ...rest.map((key) => `[${String(key)}]`)].join("")

const isMissing = (form: unknown, path: readonly PropertyKey[]) => valueAt(form, path) === undefined

function valueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    form,
  )
}
