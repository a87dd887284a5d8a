import { z } from "@medusajs/framework/zod"

/** The shop's own code asks the database here. A package cannot import the shop, so the one implementation lies there. */
export { fieldsOf, many, OUTBOX_TABLE, queryGraph, querySql, type Database } from "medusa-payments/database"

export const idRow = z.object({ id: z.string() })

export const isoTime = z.coerce.date().transform((at) => at.toISOString())

export const textOrEmpty = z
  .string()
  .nullable()
  .transform((value) => value ?? "")
