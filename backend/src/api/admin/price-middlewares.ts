import type { MedusaRequestHandler, MiddlewareRoute } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { whyNotChargeable } from "../../catalogue/chargeable"

const rule = z.object({
  attribute: z.literal("item_total"),
  operator: z.enum(["gte", "gt", "lte", "lt"]),
  value: z.number(),
})
const isComputed = (value: unknown) => rule.safeParse(value).success

/** Every price in a body: each form of the admin nests them in another way. */
function pricesIn(value: unknown): { amount: number; why: string | null }[] {
  if (Array.isArray(value)) return value.flatMap(pricesIn)
  if (typeof value !== "object" || value === null) return []
  const fields = new Map<string, unknown>(Object.entries(value))
  const [amount, rules] = [fields.get("amount"), fields.get("rules")]
  const isForQuantity = ["min_quantity", "max_quantity"].some((key) => typeof fields.get(key) === "number")
  const why = isForQuantity
    ? "it depends on the quantity, and in this shop every piece of a product costs the same"
    : Array.isArray(rules) && !rules.every(isComputed)
      ? "its condition is not on the item total: at least, more than, at most or less than an amount"
      : whyNotChargeable(Number(amount))
  return [
    ...(typeof amount === "number" ? [{ amount, why }] : []),
    ...[...fields].flatMap(([key, part]) => (key === "metadata" ? [] : pricesIn(part))),
  ]
}

/** Rejects a price that no order could be charged, before it is saved. Medusa has no hook for price lists and deliveries. */
const onlyChargeable: MedusaRequestHandler = (req, _res, next) => {
  for (const { amount, why } of pricesIn(req.body)) {
    if (why !== null)
      return next(
        new MedusaError(
          MedusaError.Types.INVALID_DATA,
          `The price ${String(amount)} cannot be charged: ${why}.`,
        ),
      )
  }
  next()
}

export const priceMiddlewares: MiddlewareRoute[] = ["products", "price-lists", "shipping-options"].map(
  (of) => ({
    matcher: `/admin/${of}*`,
    methods: ["POST" as const],
    middlewares: [onlyChargeable],
  }),
)
