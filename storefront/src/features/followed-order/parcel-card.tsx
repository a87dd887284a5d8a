import type { FollowedOrder, OwnerDetails } from "@shop/contracts"
import { Fragment } from "react"
import { formatDay } from "../../lib/time"
import { Icon } from "../../ui/icon"

export function ParcelCard({ order: { status, isPartlySent, estimate, owner } }: { order: FollowedOrder }) {
  const arePartsDelivered = owner?.parcels.every(({ deliveredAt }) => deliveredAt !== null) ?? false
  const part = arePartsDelivered ? "A part was delivered" : "A part is on its way"
  return (
    <section className="account-card" aria-labelledby="order-parcel">
      <h2 id="order-parcel">{status === "delivered" ? "Delivered" : isPartlySent ? part : "On its way"}</h2>
      <Arrival estimate={estimate} />
      {owner?.parcels.map((parcel) => (
        <Parcel key={parcel.dispatchedAt} parcel={parcel} />
      ))}
    </section>
  )
}

export function Arrival({ estimate }: Pick<FollowedOrder, "estimate">) {
  return (
    estimate && (
      <p className="order-arrival">
        <Icon name="truck" />
        <span>
          Estimated arrival: <strong>{estimate.label}</strong>
          {estimate.isUnpaid && ", once your payment is confirmed"}
        </span>
      </p>
    )
  )
}

function Parcel({
  parcel: { dispatchedAt, deliveredAt, tracking },
}: {
  parcel: OwnerDetails["parcels"][number]
}) {
  return (
    <div className="parcel">
      <p>
        {deliveredAt ? `Delivered on ${formatDay(deliveredAt)}` : `Dispatched on ${formatDay(dispatchedAt)}`}
      </p>
      {tracking.map(({ number, url }) => (
        <Fragment key={number}>
          <p>
            Tracking number <strong translate="no">{number}</strong>
          </p>
          {url && (
            <a className="button button--primary" href={url}>
              Track your parcel<span className="visually-hidden"> {number}</span>
            </a>
          )}
        </Fragment>
      ))}
    </div>
  )
}
