import { z } from "@medusajs/framework/zod"

/** In which currencies Bitcoin is offered. Of Medusa's tables: the doctor has no container. */
export const CURRENCIES_OF_REGIONS = `
  select distinct r.currency_code as currency from region r
    join region_payment_provider l on l.region_id = r.id and l.deleted_at is null
   where l.payment_provider_id like 'pp_bitcoin_%' and r.deleted_at is null order by 1`

export const currencyOfRegion = z.object({ currency: z.string().toUpperCase() })
