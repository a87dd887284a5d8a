import { z } from "@medusajs/framework/zod"
import { readCurrency, toMinorUnits, type Price } from "../domain/currency"
import { rows, type Connection } from "medusa-payments/database"

/** Medusa's id of the provider, such as `pp_bitcoin_bitcoin`. Null: there is no such session. */
export async function providerOfSession(connection: Connection, sessionId: string): Promise<string | null> {
  const [row] = await rows(connection, "select provider_id from payment_session where id = ?", [sessionId])
  return row === undefined ? null : providerRow.parse(row).provider_id
}

const providerRow = z.object({ provider_id: z.string() })
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
