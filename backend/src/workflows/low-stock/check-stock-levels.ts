import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { enqueueMail } from "../mail/enqueue-mail"
import { STOCK_WATCH } from "../../modules/stock-watch"
import { databaseOf } from "../../query/database"
import type { ShopMail } from "../mail/shop-mail"
import { LEFT_TO_SELL } from "./left-to-sell"

/**
 * Looks at the stock: what has fallen to the threshold raises an alarm, what has risen above it ends one. Each crossing
 * is told to staff once: the alarm is written first, and its letter has a key of its own, so a round that is cut short
 * anywhere is finished by the next, and two rounds at once are one.
 */
export async function checkStockLevels(container: MedusaContainer): Promise<void> {
  const threshold = environment.LOW_STOCK_AT
  if (threshold === "off") return
  await noteCrossings(container, threshold)
  const watch = container.resolve(STOCK_WATCH)
  for (const alarmId of await watch.unnotifiedAlarms()) {
    const mail: ShopMail = {
      key: `low-stock:${alarmId}`,
      template: "low-stock",
      to: environment.STAFF_EMAIL,
      data: { alarmId },
    }
    await enqueueMail(container, mail)
    await watch.markNotified(alarmId)
  }
}

async function noteCrossings(container: MedusaContainer, threshold: number): Promise<void> {
  await databaseOf(container).ask(
    z.object({ inventory_item_id: z.string() }),
    `with stock as (${LEFT_TO_SELL}), ended as (
       delete from stock_alarm a
        where not exists (select 1 from stock s
                           where s.inventory_item_id = a.inventory_item_id and s.left <= cast(:threshold as integer))
     )
     insert into stock_alarm (id, inventory_item_id, alarm_id)
     select 'stkalm_' || gen_random_uuid(), s.inventory_item_id, :alarmId
       from stock s
      where s.left <= cast(:threshold as integer)
         on conflict do nothing
  returning inventory_item_id`,
    { threshold: String(threshold), alarmId: randomUUID() },
  )
}
