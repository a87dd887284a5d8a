import * as z from "zod/mini"
import {
  allergenSchema,
  netQuantitySchema,
  nutritionSchema,
  unitPriceSchema,
  vatCategorySchema,
} from "./food"
import { DIETS } from "./diets"
import { instantSchema } from "./formats"
import { poundsSchema } from "./money"

export { allergenWords, mentions, PLANTS_NAMED_LIKE_ALLERGENS, withoutPlants } from "./allergen-words"

/** Responses of our routes under /admin. A separate entry, so it is not part of the storefront's bundle. */
const text = z.nullable(z.string())

/** Pieces in stock. More digits are a slip. */
export const stockSchema = z
  .int("Give a whole number.")
  .check(z.minimum(0, "It cannot be less than 0."), z.maximum(999_999, "That is too much."))

/** The same as staff type it. */
export const typedStockSchema = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d+$/, "Give a whole number.")), z.transform(Number)),
  stockSchema,
)

/** Food information entered by staff. null: not entered yet; `allergens: []`: contains none. */
export const declaredFactsSchema = z.object({
  legalName: text,
  ingredients: text,
  allergens: z.nullable(z.array(allergenSchema)),
  mayContain: z.array(allergenSchema),
  nutrition: z.nullable(nutritionSchema),
  /** The law asks for no nutrition table (assimilated Regulation 1169/2011, Annex V). */
  isNutritionExempt: z.boolean(),
  storage: text,
  origin: text,
  instructions: text,
  shelfLifeMonths: z.nullable(z.int()),
  operatorName: text,
  operatorAddress: text,
  warnings: z.array(z.string()),
  certification: text,
})
export type FoodFactsView = z.infer<typeof declaredFactsSchema>

const missingSchema = z.object({ field: z.string(), words: z.string() })

/** `GET` and `POST /admin/products/{id}/food-information` */
export const productFactsSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  isFood: z.boolean(),
  badge: text,
  isFeatured: z.boolean(),
  /** Null: a custom tax rate. */
  vat: z.nullable(vatCategorySchema),
  facts: declaredFactsSchema,
  variants: z.array(
    z.object({
      id: z.string(),
      sku: text,
      weight: z.string(),
      /** Net quantity in addition to the weight text; null if that states it. */
      stated: z.nullable(netQuantitySchema),
      netQuantity: z.nullable(netQuantitySchema),
      price: z.nullable(poundsSchema),
      unitPrice: z.nullable(unitPriceSchema),
      /** Null if it is not counted. */
      stock: z.nullable(z.int()),
      /** Other sizes take of it too, or this one several pieces: it is changed under Inventory. */
      isStockShared: z.boolean(),
    }),
  ),
  missing: z.array(missingSchema),
  /** What does not keep it from being sold. */
  advised: z.array(missingSchema),
  /** Why it is in no group of a diet, without a full stop; null: it is. */
  diets: z.record(z.enum(DIETS), z.nullable(z.string())),
})
export type ProductFactsView = z.infer<typeof productFactsSchema>

/** The body of `POST /admin/products/{id}/food-information`; the server validates it. */
export interface SaveProductFacts {
  isFood: boolean
  facts: FoodFactsView
  badge: string | null
  isFeatured: boolean
  vat: z.infer<typeof vatCategorySchema> | null
  variants: {
    id: string
    weight: string
    netQuantity: z.infer<typeof netQuantitySchema> | null
    /** Pounds. Absent: as it is. */
    price?: string
    stock?: number | null
  }[]
  publish: boolean
}

/** An error of our routes under /admin: a message, and one for each invalid field. */
export const staffRejectionSchema = z.object({
  message: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})

/** `GET /admin/stock-overview`: one row per product. */
export const STOCK_VIEWS = ["all", "incomplete", "low", "sold-out"] as const
export const stockOverviewSchema = z.object({
  total: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      image: text,
      status: z.string(),
      badge: text,
      isFeatured: z.boolean(),
      vat: z.nullable(vatCategorySchema),
      missing: z.array(missingSchema),
      variants: z.array(
        z.object({
          id: z.string(),
          weight: z.string(),
          /** What is counted, reserved or not. Null if its stock is not counted. */
          stock: z.nullable(z.int()),
          counted: z.nullable(z.object({ item: z.string(), location: z.string() })),
          /** In stock less reserved: what can be sold. */
          available: z.nullable(z.int()),
          heldByUnpaid: z.int(),
          price: z.nullable(poundsSchema),
          /** What a shopper pays now, if a price list makes it less. */
          salePrice: z.nullable(poundsSchema),
        }),
      ),
    }),
  ),
})
export type StockOverview = z.infer<typeof stockOverviewSchema>

/** `GET /admin/unpaid-orders`: clients with several unpaid orders, those that hold the most pieces first. */
export const unpaidClientsSchema = z.object({
  clients: z.array(
    z.object({
      /** A keyed hash of the client's network address. */
      client: z.string(),
      pieces: z.int(),
      since: instantSchema,
      orders: z.array(z.object({ id: z.string(), number: z.int() })),
    }),
  ),
})
export type UnpaidClients = z.infer<typeof unpaidClientsSchema>

/** `POST /admin/unpaid-orders/cancel`: cancels all unpaid orders of one client. */
export const cancelledOrdersSchema = z.object({ cancelled: z.int() })

/** `POST /admin/stock-overview/csv`: the changes of a file, line by line, planned or applied. */
export const importReportSchema = z.object({
  isApplied: z.boolean(),
  /** Identifies the preview; applying it requires this id. */
  plan: z.string(),
  counts: z.object({ add: z.int(), change: z.int(), same: z.int(), wrong: z.int() }),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      action: z.enum(["add", "change", "same", "wrong"]),
      changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
      problems: z.array(z.string()),
    }),
  ),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** The states of an order that staff work through, in this order; `needs_review` is added to any other. */
export const ORDER_LISTS = [
  "to_pack",
  "to_ship",
  "to_capture",
  "difference_due",
  "awaiting_return",
  "on_hold",
  "awaiting_payment",
  "needs_review",
  "shipped",
  "cancelled",
] as const
/** A page of such a list. Its packing slips can be printed at once. */
export const ORDERS_PER_PAGE = 50
const orderListSchema = z.enum(ORDER_LISTS)
export type OrderList = z.infer<typeof orderListSchema>

/** `GET /admin/today`: how much work waits, and what is wrong with the shop. */
export const todaySchema = z.object({
  orders: z.object({
    to_pack: z.int(),
    to_ship: z.int(),
    to_capture: z.int(),
    difference_due: z.int(),
    awaiting_return: z.int(),
    on_hold: z.int(),
    awaiting_payment: z.int(),
    needs_review: z.int(),
  }),
  /** `other`: by hand, or by a method of the shop's own. */
  cases: z.object({ bitcoin: z.int(), card: z.int(), other: z.int(), returns: z.int() }),
  unreadMessages: z.int(),
  /** Complaints about personal data that nobody has answered; `dueAt` of the oldest. */
  dataComplaints: z.object({ count: z.int(), dueAt: z.nullable(z.string()) }),
  stock: z.object({ low: z.int(), soldOut: z.int() }),
  warnings: z.array(z.string()),
})
export type Today = z.infer<typeof todaySchema>

const listedOrderSchema = z.object({
  id: z.string(),
  number: z.int(),
  placedAt: z.string(),
  customer: z.string(),
  /** Empty: nothing was to be paid. */
  paidBy: z.string(),
  pence: z.int(),
  state: orderListSchema,
  needsReview: z.boolean(),
})

/** `GET /admin/order-lists?list=&offset=`: a page of the orders in a state. */
export const listedOrdersSchema = z.object({
  orders: z.array(listedOrderSchema),
  hasMore: z.boolean(),
})
export type ListedOrders = z.infer<typeof listedOrdersSchema>

/** What staff write instead of a tracking number, so that none is forgotten. */
export const NO_NUMBER = "none"

/** A tracking number, or `NO_NUMBER`, or nothing. Null: it is none of these. */
export function readTracking(typed: string): string | null {
  const given = typed.trim()
  if (given.toLowerCase() === NO_NUMBER) return NO_NUMBER
  return given === "" || /^(?=.*\d)[a-z\d][a-z\d -]{5,39}$/i.test(given) ? given.toUpperCase() : null
}

/** Whether what was read names a number. */
export const isNumbered = (tracking: string): boolean => tracking !== "" && tracking !== NO_NUMBER

/** `POST /admin/parcels/preview`: what sending several orders with a list of tracking numbers would do. */
export const dispatchPreviewSchema = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.int(),
      customer: z.string(),
      delivery: z.string(),
      isTracked: z.boolean(),
      /** Of the list; empty: it has none. */
      tracking: z.string(),
      /** Why its line of the list was not used: then it is not sent without a number. */
      listProblem: text,
      problem: text,
    }),
  ),
  /** What of the list was not used. */
  problems: z.array(z.string()),
})
export type DispatchPreview = z.infer<typeof dispatchPreviewSchema>

/** `GET /admin/order-search?q=`: the newest orders that a text names; `match` says what of an order it is. */
export const foundOrdersSchema = z.object({
  orders: z.array(
    z.object({ ...listedOrderSchema.shape, match: z.object({ what: z.string(), value: z.string() }) }),
  ),
  hasMore: z.boolean(),
})
export type FoundOrders = z.infer<typeof foundOrdersSchema>
