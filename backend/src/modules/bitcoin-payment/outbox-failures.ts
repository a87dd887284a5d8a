import type { Logger } from "@medusajs/framework/types"
import { reasonOf } from "./domain/reason-of"
import type { StoredInvoice } from "./domain/stored-invoice"
import type { Alarm, OutboxMessage } from "./repository/outbox"

/** What is logged of a message that failed, and who is called once it has failed `after` times. */
export function outboxFailures(
  logger: Logger,
  after: number,
  tellStaff: (message: OutboxMessage, invoice: StoredInvoice) => Promise<void>,
): { onFailure: (message: OutboxMessage, error: unknown) => void; alarm: Alarm } {
  return {
    onFailure: ({ kind, invoiceId, attempts }, error) =>
      logger.warn(
        `Bitcoin: '${kind}' of invoice ${invoiceId} failed, attempt ${attempts + 1}: ${reasonOf(error)}`,
      ),
    alarm: {
      after,
      raise: async (message, invoice, error) => {
        await tellStaff(message, invoice)
        const { invoiceId, kind, attempts } = message
        const facts = {
          orderId: invoice.orderId,
          invoiceId,
          message: kind,
          attempts: attempts + 1,
          error: reasonOf(error),
        }
        logger.error(`Bitcoin alarm, a person is needed: ${JSON.stringify(facts)}`)
      },
    },
  }
}
