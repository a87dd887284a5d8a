import { useSignOutWithToast } from "../features/account-menu/account-menu"
import { AccountView } from "../features/account/account-view"
import { NewestOrders } from "../features/order-history/order-history"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead } from "../ui/page-head"
import { useLayoutActions } from "./layout-actions"
import { signedInOnly, useRedirectWhenSignedOut } from "./signed-in-only"

/** As the specification says (section 6). */
const OTHERWISE = "/"

export const load = signedInOnly(OTHERWISE)

export function Component() {
  useRedirectWhenSignedOut(OTHERWISE)
  const { openSignIn } = useLayoutActions()
  const signOut = useSignOutWithToast()
  return (
    <div className="wrap page page--tall">
      <PageSeo title="My Account" description="Your profile, your orders and your data." indexed={false} />
      <PageHead title="My Account" />
      <AccountView history={<NewestOrders />} onSignOut={signOut} onSignInAgain={openSignIn} />
    </div>
  )
}
