import { z } from "@medusajs/framework/zod"
import { IS_TAKEN_BACK, ORDER_TOTAL } from "./order-payment"
import { statementWithCards, type IfCards } from "./statement"

const dispute = (ifCards: IfCards) =>
  ifCards("(select min(c.dispute) from card_payment c where c.order_id = o.id)") || "null::text"

/** The releases that cover what holds the order `o`: one that costs more, is disputed or is refunded in full since, needs another. */
export const RELEASES = (ifCards: IfCards) => `
  unpaid_release r where r.order_id = o.id and r.total_pence >= round(100 * ${ORDER_TOTAL})
    and (r.total_pence = round(100 * ${ORDER_TOTAL}) or not ${IS_TAKEN_BACK})
    and (${dispute(ifCards)} is null or ${dispute(ifCards)} is not distinct from r.dispute)`

export const readRelease = statementWithCards(
  z
    .object({ by_email: z.string(), reason: z.string(), created_at: z.coerce.date() })
    .transform(({ by_email, reason, created_at }) => ({
      by: by_email,
      reason,
      at: created_at.toISOString(),
    })),
  (ifCards) => `select release.by_email, release.reason, release.created_at
     from "order" o cross join lateral (select r.* from ${RELEASES(ifCards)} order by r.created_at limit 1) release
    where o.id = :orderId`,
)

/** Of two at once, the first stays. */
export const insertRelease = statementWithCards(
  z.unknown(),
  (
    ifCards,
  ) => `insert into unpaid_release (id, order_id, by_id, by_email, reason, outstanding_pence, total_pence, dispute)
   select :id, o.id, :by, :email, :reason, cast(:open as integer), round(100 * ${ORDER_TOTAL}), ${dispute(ifCards)}
     from "order" o where o.id = :orderId on conflict do nothing`,
)
