import type { User } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useOrderHistory } from "../../api/account"
import { followedOrderQuery } from "../../api/order-query"
import { Button } from "../../ui/button"

export interface SavedDetailsProps {
  user: User
  onUse: (values: Record<string, string>) => void
}

/** Fills in what the shop knows of a signed-in shopper: the profile, and the address of the newest order. */
export function SavedDetails({ user, onUse }: SavedDetailsProps) {
  const [used, setUsed] = useState<readonly string[]>([])
  const profile = definedOf({ name: user.name, email: user.email, phone: user.phone })
  const delivery = useLastDelivery()
  const offers = [
    { label: `Use my details (${[user.name, user.email].filter(Boolean).join(", ")})`, values: profile },
    ...(delivery
      ? [
          {
            label: `Deliver to ${delivery.address}, ${delivery.postcode} again`,
            values: { ...delivery, ...profile },
          },
        ]
      : []),
  ].filter(({ label }) => !used.includes(label))
  if (offers.length === 0) return null
  return (
    <div className="saved-details">
      {offers.map(({ label, values }) => (
        <Button
          key={label}
          look="secondary"
          onClick={() => {
            setUsed((before) => [...before, label])
            onUse(values)
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function useLastDelivery() {
  const newest = useOrderHistory(1).data?.pages[0]?.orders[0]
  const { data: order } = useQuery({ ...followedOrderQuery(newest?.id ?? ""), enabled: newest !== undefined })
  if (!order?.owner) return undefined
  const { name, phone, address, city, postcode } = order.owner
  return { name, phone, address, city, postcode }
}

const definedOf = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null))
