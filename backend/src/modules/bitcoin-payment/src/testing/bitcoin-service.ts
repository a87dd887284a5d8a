import { logger } from "@medusajs/framework/logger"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "@medusajs/framework/zod"
import type { SourceSettings } from "../adapters/choose-source"
import { TEST_DESCRIPTOR } from "../adapters/testing/test-descriptor"
import type { optionsSchema } from "../options"
import BitcoinPaymentService from "../modules/bitcoin-payment/service"

/** The module's service in this process with its own database connection, without Medusa. */
export interface OwnBitcoinService {
  service: BitcoinPaymentService
  /** Its connection, for counting queries. */
  connection: Knex
  stop(): Promise<void>
}

export function bitcoinServiceAt(
  databaseUrl: string,
  source: SourceSettings,
  descriptor = TEST_DESCRIPTOR,
): OwnBitcoinService {
  const connection = knex({ client: "pg", connection: databaseUrl, pool: { min: 2, max: 10 } })
  const options = {
    network: "regtest",
    descriptor,
    source,
    rates: { kind: "fixed", perBitcoin: { GBP: "40000" } },
    confirmations: [{ below: null, confirmations: 1 }],
    twoSourcesFrom: { GBP: 100 },
    quoteMinutes: 60,
    firstConfirmationHours: 6,
    graceMinutes: 15,
    holdMinutes: 30,
  } satisfies z.input<typeof optionsSchema>
  const service = new BitcoinPaymentService({ __pg_connection__: connection, logger }, options)
  return { service, connection, stop: () => connection.destroy() }
}
