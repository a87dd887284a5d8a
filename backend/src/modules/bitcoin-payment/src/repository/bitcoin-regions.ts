import { z } from "@medusajs/framework/zod"
import { BITCOIN_PROVIDER } from "../domain/bitcoin-provider"

/** Where Bitcoin is offered. Of Medusa's tables: the doctor has no container. */
export const BITCOIN_REGIONS = `
  select distinct r.currency_code as currency, l.payment_provider_id as provider from region r
    join region_payment_provider l on l.region_id = r.id and l.deleted_at is null
   where l.payment_provider_id ~ '${BITCOIN_PROVIDER.source}' and r.deleted_at is null order by 1, 2`

/** Under which ids Medusa's payment module lists the plugin's provider; it switches off what is listed no longer. */
export const BITCOIN_PROVIDERS = `
  select regexp_replace(id, '${BITCOIN_PROVIDER.source}', '') as id from payment_provider
   where id ~ '${BITCOIN_PROVIDER.source}' and is_enabled and deleted_at is null`

export const bitcoinProvider = z.object({ id: z.string() })

export const bitcoinRegion = z.object({ currency: z.string().toUpperCase(), provider: z.string() })
