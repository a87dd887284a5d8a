import { useClaimOrders } from "../../api/account"
import { Button } from "../../ui/button"
import { Notice } from "../../ui/notice"

/** Guest orders with the account's verified email address. */
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
