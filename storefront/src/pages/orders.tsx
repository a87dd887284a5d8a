import { OrderList } from "../features/order-history/order-history"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead } from "../ui/page-head"
import { signedInOnly, useRedirectWhenSignedOut } from "./signed-in-only"

/** It offers to sign in, too. */
const OTHERWISE = "/orders/find"

export const load = signedInOnly(OTHERWISE)

export function Component() {
  useRedirectWhenSignedOut(OTHERWISE)
  return (
    <div className="wrap page page--narrow page--tall">
      <PageSeo title="Order History" description="Every order you placed." indexed={false} />
      <PageHead title="Order History" />
      <OrderList />
    </div>
  )
}
