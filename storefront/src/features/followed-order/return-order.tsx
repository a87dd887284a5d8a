import {
  type FollowedOrder,
  type OwnerDetails,
  REFUND_TIME,
  SEALED_GOODS,
  type Withdrawal,
} from "@shop/contracts"
import { useEffect, useState } from "react"
import { policyPath } from "../../lib/policies"
import { formatDay, formatMoment } from "../../lib/time"
import { Button } from "../../ui/button"
import { useFocusAfter } from "../../ui/form"
import { lazyDialog } from "../../ui/lazy-part"
import { PrefetchLink } from "../../ui/prefetch-link"

const WithdrawDialog = lazyDialog(async () => (await import("./withdraw-dialog")).WithdrawDialog)

interface ReturnOrderProps {
  order: FollowedOrder
  owner: OwnerDetails
  withdrawal: Withdrawal
}

export function ReturnOrder({ order, owner, withdrawal: { until, sent } }: ReturnOrderProps) {
  const [state, setState] = useState<"never" | "open" | "closed">("never")
  const isSent = sent !== null
  useEffect(() => {
    if (isSent && state === "open") setState("closed")
  }, [isSent, state])
  // The button that opened the dialog is gone then, and the focus moves to what took its place once the dialog is closed.
  const heading = useFocusAfter<HTMLHeadingElement>(isSent && state === "closed")
  return (
    <section className="account-card" aria-labelledby="order-return">
      <h2 id="order-return" ref={heading} tabIndex={-1}>
        {!sent ? "Return or withdraw" : sent.settledAt ? "Your return is settled" : "We have your notice"}
      </h2>
      {sent ? (
        <Sent sent={sent} />
      ) : (
        <>
          <p>
            You may return goods, without a reason,{" "}
            {until ? (
              <>
                until <time dateTime={until}>{formatDay(new Date(Date.parse(until) - 1).toISOString())}</time>
                .
              </>
            ) : (
              "within 14 days of receiving it."
            )}{" "}
            {SEALED_GOODS}
          </p>
          <p className="account-card__small">
            Is something damaged, wrong or missing? Then do not use this form:{" "}
            <PrefetchLink to="/contact">write to us</PrefetchLink>, opened or not. More in our{" "}
            <PrefetchLink to={policyPath("returns")}>Returns Policy</PrefetchLink>.
          </p>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setState("open")}>
            Fill in the form
          </Button>
        </>
      )}
      <WithdrawDialog
        order={order}
        owner={owner}
        open={state === "open"}
        onClose={() => setState("closed")}
      />
    </section>
  )
}

function Sent({ sent: { at, items, settledAt } }: { sent: NonNullable<Withdrawal["sent"]> }) {
  return (
    <>
      <p>
        Sent on <time dateTime={at}>{formatMoment(at)}</time>, about:
      </p>
      <ul className="return-items">
        {items.map(({ id, name, detail, quantity }) => (
          <li key={id}>
            {quantity} × {[name, detail].filter(Boolean).join(", ")}
          </li>
        ))}
      </ul>
      <p>
        {settledAt ? (
          <>
            Settled on <time dateTime={settledAt}>{formatDay(settledAt)}</time>. Our email says how.
          </>
        ) : (
          `Send the goods back within 14 days. We refund you ${REFUND_TIME} of getting them. Our email has our address and a copy of your notice.`
        )}
      </p>
    </>
  )
}
