import { readDescriptor } from "../backend/src/modules/bitcoin-payment/src/adapters/descriptor"
import { TEST_DESCRIPTOR } from "../backend/src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { askDatabase } from "../backend/integration/harness/postgres"

/** Only invoices that the measurement pays have real addresses; the others are just unique. */
export const PAID_AT_MOST = 10

const book = readDescriptor(TEST_DESCRIPTOR, "regtest")
export const PAYABLE = Array.from({ length: PAID_AT_MOST }, (_, index) => book.addressAt(index))

/** Inserts a wallet with this many new open invoices, each for £5 at £40,000. */
export async function plantInvoices(databaseUrl: string, open: number): Promise<void> {
  await askDatabase(
    databaseUrl,
    `insert into bitcoin_wallet (id, descriptor, network, next_index) values ('wallet', $1, 'regtest', $2)`,
    [TEST_DESCRIPTOR, open],
  )
  await askDatabase(
    databaseUrl,
    `insert into bitcoin_invoice (id, order_id, session_id, wallet_id, address_index, address, price_minor, currency, due_sats,
       rate, rate_source, rate_at, expires_at, first_block_by, required_confirmations, state)
     select 'invoice-' || i, 'order-' || i, 'session-' || i, 'wallet', i, coalesce(($2::text[])[i + 1], 'unpaid-' || i),
       500, 'GBP', 12500, '40000', 'fixed', now(), now() + interval '1 day', now() + interval '2 days', 1, 'awaiting_payment'
     from generate_series(0, $1 - 1) as i`,
    [open, PAYABLE],
  )
  await askDatabase(databaseUrl, "analyze bitcoin_invoice")
}
