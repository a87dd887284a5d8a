import { useSession } from "../api/session"
import { FindOrderForm } from "../features/find-order/find-order-form"
import { PageSeo } from "../features/page-seo/page-seo"
import { Button, ButtonLink } from "../ui/button"
import { PageHead } from "../ui/page-head"
import { useLayoutActions } from "./layout-actions"

export function Component() {
  const { user } = useSession()
  const { openSignIn } = useLayoutActions()
  return (
    <div className="wrap page">
      <PageSeo title="Find your order" description="Ask us to email your order link again." indexed={false} />
      <PageHead title="Find your order" />
      <div className="order-ways">
        <section aria-labelledby="by-email">
          <h2 id="by-email">With your email</h2>
          <p>Lost the email? We'll send the link again to the address you ordered with.</p>
          <FindOrderForm />
        </section>
        <section aria-labelledby="by-account" className="order-ways__account">
          <h2 id="by-account">With your account</h2>
          {user ? (
            <>
              <p>You are signed in as {user.email}.</p>
              <ButtonLink to="/orders">See all your orders</ButtonLink>
            </>
          ) : (
            <>
              <p>If you were signed in when you ordered, all your orders are in your account.</p>
              <Button look="secondary" onClick={openSignIn}>
                Sign In
              </Button>
            </>
          )}
        </section>
      </div>
    </div>
  )
}
