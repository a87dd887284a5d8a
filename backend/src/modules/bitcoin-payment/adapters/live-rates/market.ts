import type { z } from "@medusajs/framework/zod"

/** What a market's answer says. */
export interface Said {
  /** Pence for one bitcoin. */
  readonly pence: bigint
  /** The market's own time in milliseconds since 1970; null when it tells none and means "now". */
  readonly at: number | null
}

/** A public ticker of pounds for one bitcoin. */
export interface Market {
  readonly name: string
  readonly url: string
  /** Its answer's shape; every number of the JSON arrives as the text that stood there. */
  readonly answer: z.ZodType<Said>
}
