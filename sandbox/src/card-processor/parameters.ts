import type Stripe from "stripe"
import { z } from "zod"
import { invalidRequest } from "./errors.js"

/*
 * The parameters of each call that the shop or a test uses. Others are refused, as Stripe refuses unknown ones. `satisfies`
 * compares them with the SDK's.
 */

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: "Invalid integer" })
  .transform(Number)
const text = (max: number) => z.string().min(1).max(max)
const expand = z.array(z.string()).max(20).optional()
const metadata = z.record(z.string().max(40), z.string().max(500)).optional()
const webAddress = z
  .string()
  .max(5000)
  .regex(/^https?:\/\/\S+$/, { error: "Not a valid URL" })

const lineItem = z.strictObject({
  quantity: integer.pipe(z.int().min(1)),
  price_data: z.strictObject({
    currency: z.literal("gbp"),
    unit_amount: integer.pipe(z.int().min(0).max(99_999_999)),
    product_data: z.strictObject({ name: text(5000) }),
  }),
})

export const sessionCreate = z.strictObject({
  mode: z.literal("payment"),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text(200).optional(),
  customer_email: z.email().max(800).optional(),
  expires_at: integer.optional(),
  locale: z.enum(["auto", "en", "en-GB"]).optional(),
  allowed_payment_method_types: z.array(z.enum(["card", "link"])).optional(),
  adaptive_pricing: z
    .strictObject({ enabled: z.enum(["true", "false"]).transform((word) => word === "true") })
    .optional(),
  payment_intent_data: z.strictObject({ description: text(1000).optional(), metadata }).optional(),
  metadata,
  expand,
}) satisfies z.ZodType<Stripe.Checkout.SessionCreateParams>

export type SessionParameters = z.output<typeof sessionCreate>

export const refundCreate = z.strictObject({
  payment_intent: z.string(),
  amount: integer.pipe(z.int().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata,
  expand,
}) satisfies z.ZodType<Stripe.RefundCreateParams>

export const listOfPayment = z.strictObject({
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  payment_intent: z.string().optional(),
  expand,
}) satisfies z.ZodType<Stripe.RefundListParams & Stripe.DisputeListParams>

export const expandOnly = z.strictObject({ expand })

/** @throws ApiError (400) for the first parameter that Stripe would refuse */
export function parseParameters<T>(schema: z.ZodType<T>, form: unknown): T {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue === undefined) throw parsed.error
  const isUnknown = issue.code === "unrecognized_keys"
  const [first, ...rest] = isUnknown ? [...issue.path, issue.keys[0] ?? ""] : issue.path
  const param = [String(first), ...rest.map((key) => `[${String(key)}]`)].join("")
  if (isUnknown) {
    const message = `Received unknown parameter: ${param}. The sandbox knows only what the shop uses.`
    throw invalidRequest(message, { code: "parameter_unknown", param })
  }
  throw invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

type Node = string | Map<string, Node>

/**
 * Parses Stripe's nested form encoding: `line_items[0][price_data][currency]=gbp`, `metadata[order]=1`, `expand[]=x`.
 * What has numbers as its keys is a list.
 */
export function parseForm(text: string): unknown {
  const root = new Map<string, Node>()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll("]", "").split("[")
    const last = path.pop() ?? ""
    let parent = root
    for (const part of path) {
      const child = parent.get(part)
      const next = child instanceof Map ? child : new Map<string, Node>()
      parent.set(part, next)
      parent = next
    }
    parent.set(last === "" ? String(parent.size) : last, value)
  }
  return toValue(root)
}

function toValue(node: Node): unknown {
  if (typeof node === "string") return node
  const entries = [...node].map(([key, child]) => [key, toValue(child)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
