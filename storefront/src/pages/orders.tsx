import { OrderList } from "../features/order-history/order-history"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead } from "../ui/page-head"
import { signedInOnly, useHomeWhenSignedOut } from "./signed-in-only"

export const load = signedInOnly(() => Promise.resolve(null))

export function Component() {
  useHomeWhenSignedOut()
  return (
    <div className="wrap page page--narrow page--tall">
      <PageSeo title="Order History" description="Every order you placed." indexed={false} />
      <PageHead title="Order History" />
      <OrderList />
    </div>
  )
}
