import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../platform/config"
import { querySql } from "../../platform/sql/query"
import { enqueueMail } from "../../mail/enqueue-mail"
import { LEFT_TO_SELL } from "../../catalogue/stock/left-to-sell"

const alarmRow = z.object({ inventory_item_id: z.string() })

// A row that is deleted here is above the threshold, so the insert never meets it.
const UPDATE_ALARMS = `
  with stock as (${LEFT_TO_SELL}), ended as (
    delete from stock_alarm a
     where not exists (select 1 from stock s
                        where s.inventory_item_id = a.inventory_item_id and s.left <= cast(:threshold as integer))
  )
  insert into stock_alarm (id, inventory_item_id, alarm_id)
  select 'stkalm_' || gen_random_uuid(), s.inventory_item_id, :alarmId
    from stock s
   where s.left <= cast(:threshold as integer)
      on conflict do nothing
  returning inventory_item_id`

/**
 * Compares the stock with the threshold: what has fallen to it raises an alarm, what has risen above it ends one. New
 * alarms and their mail to staff are stored in one transaction.
 */
export async function checkStockLevels(container: MedusaContainer): Promise<void> {
  const threshold = environment.LOW_STOCK_AT
  if (threshold === "off") return
  const alarmId = randomUUID()
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await connection.transaction(async (transaction) => {
    const values = { threshold: String(threshold), alarmId }
    const alarms = await querySql(transaction, alarmRow, UPDATE_ALARMS, values)
    if (alarms.length === 0) return
    const mail = { template: "low-stock", to: environment.STAFF_EMAIL, data: { alarmId } } as const
    await enqueueMail(container, { key: `low-stock:${alarmId}`, ...mail }, { transaction })
  })
}
