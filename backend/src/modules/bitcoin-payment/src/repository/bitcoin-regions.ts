import { z } from "@medusajs/framework/zod"

/** Where Bitcoin is offered. Of Medusa's tables: the doctor has no container. */
export const BITCOIN_REGIONS = `
  select distinct r.currency_code as currency, l.payment_provider_id as provider from region r
    join region_payment_provider l on l.region_id = r.id and l.deleted_at is null
   where l.payment_provider_id like 'pp_bitcoin_%' and r.deleted_at is null order by 1, 2`

export const bitcoinRegion = z.object({ currency: z.string().toUpperCase(), provider: z.string() })
