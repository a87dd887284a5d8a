import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"
import { ERASED_EMAIL } from "../account/erase-orders"
import { NOTIFICATION_SUPPRESSED } from "./suppress-notification"
import { notifyCancellation } from "./notify-cancellation"
import { notifyShipment } from "./notify-shipment"

const row = z.object({ id: z.string() })
/** Longer than a shop may be down, and than a buyer would wonder about so late a mail. */
const HOURS = "48"

// Mails are asked for one by one: the outbox of a large shop is long, and what was sent in two days is not. What nobody is
// to be told of is left out here already, or every round would come to it again.
const UNNOTIFIED_SHIPMENTS = `
  select f.id from fulfillment f
    join order_fulfillment l on l.fulfillment_id = f.id and l.deleted_at is null
    join "order" o on o.id = l.order_id and o.email <> :erased and o.no_notification is not true
   where f.shipped_at > now() - make_interval(hours => cast(:hours as integer)) and f.deleted_at is null
     and f.canceled_at is null and coalesce(f.metadata ->> '${NOTIFICATION_SUPPRESSED}', '') <> 'true'
     and (select m.id from outbox_message m where m.key = 'order-dispatched:' || f.id) is null`

const UNNOTIFIED_CANCELLATIONS = `
  select o.id from "order" o
   where o.status = 'canceled' and o.canceled_at > now() - make_interval(hours => cast(:hours as integer))
     and o.email <> :erased and o.deleted_at is null and o.no_notification is not true
     and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.closed_how = 'expired')
     and (select m.id from outbox_message m where m.key = 'order-cancelled:' || o.id) is null`

/**
 * Parcels that left and orders that were cancelled without a word to their buyers: Medusa tells of them by events, which
 * are in memory alone where there is no Redis, and go with a process that dies. The outbox knows each mail by its key,
 * so that who was told already is not told again.
 */
export async function sendMissedNotifications(container: MedusaContainer): Promise<void> {
  const values = { hours: HOURS, erased: ERASED_EMAIL }
  const database = databaseOf(container)
  for (const { id } of await database.ask(row, UNNOTIFIED_SHIPMENTS, values))
    await notifyShipment(container, id)
  for (const { id } of await database.ask(row, UNNOTIFIED_CANCELLATIONS, values))
    await notifyCancellation(container, id)
}
