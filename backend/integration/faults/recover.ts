import { setTimeout as pause } from "node:timers/promises"
import { askDatabase } from "../harness/postgres"
import type { FaultTargets } from "./fault-schedule"

const AT_MOST_MS = 180_000
/** Enough confirmations for every amount. */
const DEEP = 6

/**
 * Lets everything come to rest: blocks for what waits, one last restart (its first poll asks for every invoice there
 * is, also for those long expired), and patience for what time alone ends.
 * @throws with what is still under way after three minutes
 */
export async function recover({ shop, network, cards, databaseUrl }: FaultTargets): Promise<void> {
  await network.mine(DEEP)
  await cards.command("/faults", {}, "DELETE")
  await cards.command("/webhooks/rules", {}, "DELETE")
  await shop.untilUp()
  shop.kill()
  await shop.untilUp()
  const restartedAt = new Date()
  // A message in progress at a kill stays leased, a failed one waits for its next attempt, and a declined card's for minutes.
  await askDatabase(
    databaseUrl,
    "update medusa_payments_outbox set next_attempt_at = now(), leased_until = null where finished_at is null",
  )
  await askDatabase(databaseUrl, "update card_payment set next_poll_at = now()")
  // Ended invoices are polled rarely. This asks for all of them at once, as `npm run shop bitcoin:rescan` does.
  await askDatabase(databaseUrl, "update bitcoin_invoice set poll_requested = true")
  const deadline = Date.now() + AT_MOST_MS
  for (;;) {
    const [left] = await askDatabase<Record<string, string | boolean>>(databaseUrl, REMAINING, [restartedAt])
    const { wrongStock, ...others } = left ?? {}
    if (Object.values(others).every((value) => value === "0" || value === true)) {
      if (wrongStock === "0") return
      // Nothing changes any more: what an interrupted change left is repaired after minutes.
      await askDatabase(databaseUrl, `update "order" set updated_at = now() - interval '6 minutes'`)
      await askDatabase(
        databaseUrl,
        "update reservation_item set updated_at = now() - interval '6 minutes', deleted_at = deleted_at - interval '6 minutes'",
      )
    }
    // An order that money in no block kept was to be looked at again after minutes. The blocks are here.
    await askDatabase(
      databaseUrl,
      `update medusa_payments_outbox set next_attempt_at = now() where finished_at is null and attempts = 0
          and payload ->> 'kind' = 'cancel' and next_attempt_at > now() + interval '30 seconds'`,
    )
    // Cards that no one pays keep their stock for half an hour: it is over, also for a difference that is asked for meanwhile.
    await askDatabase(
      databaseUrl,
      `update card_payment set next_poll_at = now(), payable_until = now()
        where closed_at is null and captured_at is null and payable_until > now()`,
    )
    if (Date.now() > deadline) throw new Error(`Not at rest after 3 minutes: ${JSON.stringify(left)}`)
    await network.mine()
    await pause(1000)
  }
}

const REMAINING = `
  select
    (select count(*) from bitcoin_invoice where state in ('awaiting_payment', 'underpaid', 'seen', 'confirming')) as open,
    (select count(*) from bitcoin_invoice where poll_requested) as unpolled,
    (select count(*) from card_payment where closed_at is null and captured_at is null and state <> 'review') as "openCards",
    (select count(*) from card_payment where last_poll_at is null or last_poll_at < $1::timestamptz) as "unreadCards",
    (select count(*) from card_refund where recorded_at is null and status <> 'failed') as refunds,
    (select count(*) from bitcoin_output where missing_since is not null and status in ('mempool', 'confirmed')) as doubtful,
    (select count(*) from "order" o left join order_cart c on c.order_id = o.id and c.deleted_at is null
      where o.deleted_at is null and c.order_id is null) as halves,
    (select count(*) from "order" o where o.deleted_at is null
      and not exists (select 1 from medusa_payments_outbox m where m.key = 'order-placed:' || o.id)) as unnotified,
    (select count(*) from medusa_payments_outbox where finished_at is null) as messages,
    (select count(*) from "order" o join order_item i on i.order_id = o.id and i.version = o.version and i.deleted_at is null
      where o.deleted_at is null and case when o.status = 'canceled' then 0 else i.quantity - i.fulfilled_quantity end <> (
        select coalesce(sum(r.quantity), 0) from reservation_item r where r.line_item_id = i.item_id and r.deleted_at is null)) as "wrongStock",
    (select last_poll_at > $1::timestamptz + interval '2 seconds' from bitcoin_wallet where retired_at is null) as looked`
