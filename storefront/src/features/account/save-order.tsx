import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useAccount } from "../../api/account"
import { firebaseConfigQuery } from "../../api/sign-in"
import { useSession } from "../../api/session"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { PrefetchLink } from "../../ui/prefetch-link"
import { ClaimOrders } from "./claim-orders"

/** Offers a guest to sign in, and then to add the order to the account. Nothing in a shop without sign-in. */
export function SaveOrder({ onSignIn }: { onSignIn: () => void }) {
  const { user, isKnown } = useSession()
  const { data: config } = useQuery({ ...firebaseConfigQuery(), enabled: isKnown && user === null })
  if (user) return <ClaimOrder />
  if (!isKnown || !config) return null
  return (
    <Button look="quiet" onClick={onSignIn}>
      <Icon name="user" />
      Save this order: sign in with Google
    </Button>
  )
}

function ClaimOrder() {
  const { data: account } = useAccount()
  const count = account?.claimableOrders ?? 0
  const [wasOffered, setWasOffered] = useState(false)
  useEffect(() => {
    if (count > 0) setWasOffered(true)
  }, [count])
  if (count > 0) return <ClaimOrders count={count} />
  if (!wasOffered) return null
  return (
    <p role="status">
      Saved in your account. <PrefetchLink to="/orders">See all your orders</PrefetchLink>
    </p>
  )
}
