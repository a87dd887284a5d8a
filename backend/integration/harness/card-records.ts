import { expect, vi } from "vitest"
import type { Cards } from "./card-shop"
import type { MadeProduct } from "./fixtures"
import type { Mailbox } from "./mailbox"
import { askDatabase } from "./postgres"

/** Starts and outages may take long on a busy machine. */
const until = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 60_000, interval: 200 })

/** What the processor, Medusa's tables and the mailbox say of card orders. The processor is the judge of money. */
export function cardRecords(databaseUrl: string, cards: Cards, mailbox: Mailbox) {
  const ask = (sql: string, values: unknown[] = []) => askDatabase(databaseUrl, sql, values)
  return {
    ask,
    until,
    /** Waits until everything that follows from the order's payment was done. */
    untilAtRest: (orderId: string) =>
      until(async () => {
        const sql =
          "select key from medusa_payments_outbox where finished_at is null and payload::text like $1"
        expect(await ask(sql, [`%${orderId}%`])).toEqual([])
      }),
    /** Pence that the processor took for an order, with the pence of each refund. */
    chargesOf: async (id: string) =>
      (await cards.charges())
        .filter(({ orderId }) => orderId === id)
        .map(({ pence, refunds }) => ({ pence, refunds })),
    /** Pounds in Medusa: captures, refunds, and the order's transactions. */
    booksOf: async (orderId: string) => {
      const [books] = await ask(
        `select array(select c.amount::float from capture c join payment p on p.id = c.payment_id
                   where p.payment_collection_id = l.payment_collection_id and c.deleted_at is null) as captures,
                array(select r.amount::float from refund r join payment p on p.id = r.payment_id
                   where p.payment_collection_id = l.payment_collection_id and r.deleted_at is null) as refunds,
                array(select t.amount::float from order_transaction t where t.order_id = $1 and t.deleted_at is null
                   order by t.created_at) as booked
           from order_payment_collection l where l.order_id = $1`,
        [orderId],
      )
      return books
    },
    /** The reserved pieces of a product: Medusa's sum, and one entry for each line. */
    reservedOf: async ({ inventoryItemId }: MadeProduct) => {
      const [stock] = await ask(
        `select reserved_quantity::float as sum,
                array(select quantity::float from reservation_item where inventory_item_id = $1 and deleted_at is null) as lines
           from inventory_level where inventory_item_id = $1`,
        [inventoryItemId],
      )
      return stock
    },
    mailsAbout: (subject: string) => mailbox.mails.filter((mail) => mail.subject === subject),
  }
}
