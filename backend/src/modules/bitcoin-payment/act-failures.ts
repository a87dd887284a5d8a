import type { Logger } from "@medusajs/framework/types"
import { reasonOf } from "./application/reason-of"
import type { Alarm, DueAct, StoredInvoice } from "./ports/ledger"

/** What is logged of an act that failed, and who is called once it has failed `after` times. */
export function actFailures(
  logger: Logger,
  after: number,
  tellStaff: (act: DueAct, invoice: StoredInvoice) => Promise<void>,
): { onFailure: (act: DueAct, error: unknown) => void; alarm: Alarm } {
  return {
    onFailure: ({ kind, invoiceId, attempts }, error) =>
      logger.warn(
        `Bitcoin: '${kind}' of invoice ${invoiceId} failed, attempt ${attempts + 1}: ${reasonOf(error)}`,
      ),
    alarm: {
      after,
      raise: async (act, invoice, error) => {
        await tellStaff(act, invoice)
        const { invoiceId, kind, attempts } = act
        const facts = {
          orderId: invoice.orderId,
          invoiceId,
          act: kind,
          attempts: attempts + 1,
          error: reasonOf(error),
        }
        logger.error(`Bitcoin alarm, a person is needed: ${JSON.stringify(facts)}`)
      },
    },
  }
}
