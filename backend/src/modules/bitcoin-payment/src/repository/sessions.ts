import { z } from "@medusajs/framework/zod"
import { readCurrency, toMinorUnits, type Price } from "../domain/currency"
import { rows, type Connection } from "medusa-payments/database"

const sessionRow = z.object({ amount: z.coerce.number(), currency_code: z.string() })

/** What one of Medusa's payment sessions asks for; null once it has an invoice, and when there is no such session. */
export async function priceWithoutInvoice(connection: Connection, sessionId: string): Promise<Price | null> {
  const [row] = await rows(
    connection,
    `select amount, currency_code from payment_session s where id = ? and deleted_at is null
        and not exists (select 1 from bitcoin_invoice i where i.session_id = s.id)`,
    [sessionId],
  )
  if (row === undefined) return null
  const { amount, currency_code } = sessionRow.parse(row)
  const currency = readCurrency(currency_code)
  return { priceMinor: toMinorUnits(amount, currency), currency }
}
