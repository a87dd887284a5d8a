import { MedusaService } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { Connection } from "medusa-payments/database"
import { createStripe } from "./adapters/stripe"
import { createPages } from "./application/pages"
import { createPayments } from "./application/payments"
import { createPolls } from "./application/reconcile"
import { createRefunds } from "./application/refunds"
import { CardCase } from "./models/card-case"
import { CardDisputeBooking } from "./models/card-dispute-booking"
import { CardEvent } from "./models/card-event"
import { CardPayment } from "./models/card-payment"
import { CardRefund } from "./models/card-refund"
import { CardSession } from "./models/card-session"
import { CardTransition } from "./models/card-transition"
import type { CardProcessor } from "./ports/card-processor"
import { closeCaseById } from "./repository/cases"

interface Dependencies {
  __pg_connection__: Connection
  logger: Logger
}

/** What `medusa-config.ts` tells this module; checked at boot. */
const optionsSchema = z.object({
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
  publicUrl: z.url(),
  shopName: z.string(),
})

/** The module's front: card payments, the pages on which they are made, and what the processor says of them. */
export default class CardPaymentService extends MedusaService({
  CardPayment,
  CardSession,
  CardRefund,
  CardCase,
  CardDisputeBooking,
  CardTransition,
  CardEvent,
}) {
  /** The company that takes the payments; null: none is configured, and earlier payments stay readable. */
  readonly processor: CardProcessor | null
  readonly payments: ReturnType<typeof createPayments>
  readonly pages: ReturnType<typeof createPages>
  readonly refunds: ReturnType<typeof createRefunds>
  readonly polls: ReturnType<typeof createPolls>
  private readonly db: Connection
  private readonly underWay = new Set<Promise<unknown>>()
  __hooks = {
    // The connections are closed next.
    onApplicationPrepareShutdown: async () => {
      await Promise.allSettled(this.underWay)
    },
  }

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    const {
      stripe,
      reservationMinutes,
      latePayments: late,
      publicUrl,
      shopName,
    } = optionsSchema.parse(options)
    const { __pg_connection__: db, logger } = dependencies
    this.db = db
    this.processor = stripe === null ? null : createStripe(stripe)
    const parts = {
      ...{ db, processor: this.processor, clock: () => Date.now(), late, publicUrl, shopName },
      reservationMs: reservationMinutes * 60_000,
      onFailure: (message: string) => logger.warn(`Card payments: ${message}`),
    }
    this.payments = createPayments(parts)
    this.pages = createPages(parts)
    this.refunds = createRefunds(parts)
    this.polls = createPolls(parts)
  }

  /** Reads what is due; the shutdown of the process waits for it. Only the process that leads calls this. @returns whether anything was */
  async poll(): Promise<boolean> {
    const work = this.polls.readDue()
    this.underWay.add(work)
    return work.finally(() => this.underWay.delete(work))
  }

  /** Closes a case of a payment by staff. @returns whether it was open */
  async closeCase(
    paymentId: string,
    caseId: string,
    closing: { by: string; reason: string },
  ): Promise<boolean> {
    return closeCaseById(this.db, paymentId, caseId, closing)
  }
}
