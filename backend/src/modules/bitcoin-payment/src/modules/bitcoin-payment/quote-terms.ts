import type { Connection } from "medusa-payments/database"
import type { QuoteTerms } from "../../application/quotes"
import { parsePercent } from "../../domain/percent"
import { optionsOfProvider, type Options } from "../../options"
import { providerOfSession } from "../../repository/sessions"

const termsOf = (options: Options): QuoteTerms => ({
  quoteMs: options.quoteMinutes * 60_000,
  firstConfirmationMs: options.firstConfirmationHours * 3_600_000,
  confirmations: options.confirmations,
  tolerance: { minor: BigInt(options.toleranceMinor), share: parsePercent(options.tolerancePercent) },
  twoSourcesFrom: options.twoSourcesFrom,
})

/** The terms of a payment session: its provider's own where the options name some. */
export function createQuoteTerms(
  db: Connection,
  options: Options,
): (sessionId: string) => Promise<QuoteTerms> {
  const common = termsOf(options)
  if (Object.keys(options.providerTerms).length === 0) return async () => common
  return async (sessionId) => {
    const provider = await providerOfSession(db, sessionId)
    return provider === null ? common : termsOf(optionsOfProvider(options, provider))
  }
}
