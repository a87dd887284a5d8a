import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useClaimOrders, useAccount } from "../../api/account"
import { useSession } from "../../api/session"
import { firebaseConfigQuery } from "../../api/sign-in"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { PrefetchLink } from "../../ui/prefetch-link"

export function ClaimOrders({ count }: { count: number }) {
  const claim = useClaimOrders()
  if (count === 0) return null
  return (
    <Notice
      icon="cart"
      title={
        count === 1
          ? "One order was placed with your email address"
          : `${String(count)} orders were placed with your email address`
      }
    >
      <p>
        {count === 1 ? "It was" : "They were"} placed without signing in. Add {count === 1 ? "it" : "them"} to
        your account to follow {count === 1 ? "it" : "them"} here.
      </p>
      {claim.isError && <p role="alert">Something went wrong. Please try again in a moment.</p>}
      <Button look="secondary" ariaDisabled={claim.isPending} onClick={() => claim.mutate()}>
        {claim.isPending ? "Adding..." : "Add to my account"}
      </Button>
    </Notice>
  )
}

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
