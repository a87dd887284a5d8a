import { z } from "@medusajs/framework/zod"

/** What `medusa-config.ts` tells this module; checked at boot. */
export const optionsSchema = z.object({
  /** Null: no card is charged on a page of a processor. Earlier payments stay readable. */
  stripe: z
    .object({
      secretKey: z.string().min(1),
      webhookSecret: z.string().min(1),
      apiUrl: z.url().nullable(),
    })
    .nullable(),
  /** How long an unpaid order keeps its stock. */
  reservationMinutes: z.number().positive(),
  /** What becomes of money that comes for a closed payment. */
  latePayments: z.enum(["refund", "case"]),
  /** The shop's address, to which buyers come back. */
  publicUrl: z.url(),
  shopName: z.string(),
})
export type Options = z.infer<typeof optionsSchema>
