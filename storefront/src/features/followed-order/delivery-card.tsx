import type { FollowedOrder, OwnerDetails } from "@shop/contracts"
import { formatDay } from "../../lib/time"
import { Icon } from "../../ui/icon"

/** The address and the parcels, for the buyer only. */
export function DeliveryCard({
  delivery,
  owner,
}: {
  delivery: FollowedOrder["delivery"]
  owner: OwnerDetails
}) {
  return (
    <section className="account-card" aria-labelledby="order-delivery">
      <h2 id="order-delivery">Delivery</h2>
      <p>{delivery}</p>
      <address className="delivery-address" translate="no">
        {[owner.name, owner.address, owner.city, owner.postcode].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {owner.parcels.map((parcel) => (
        <div key={parcel.dispatchedAt} className="parcel">
          <Icon name="truck" />
          <div>
            <p>
              {parcel.deliveredAt
                ? `Delivered on ${formatDay(parcel.deliveredAt)}`
                : `Dispatched on ${formatDay(parcel.dispatchedAt)}`}
            </p>
            {parcel.tracking.map(({ number, url }) => (
              <p key={number}>
                Tracking number{" "}
                {url ? (
                  <a href={url} translate="no">
                    {number}
                  </a>
                ) : (
                  <strong translate="no">{number}</strong>
                )}
              </p>
            ))}
          </div>
        </div>
      ))}
      <p className="account-card__small">Updates go to {owner.email}</p>
      {owner.phone && (
        <p className="account-card__small">Phone for the carrier: {owner.phone.replaceAll(" ", "\u00a0")}</p>
      )}
    </section>
  )
}
