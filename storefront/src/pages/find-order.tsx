import { FindOrderForm } from "../features/find-order/find-order-form"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead } from "../ui/page-head"

export function Component() {
  return (
    <div className="wrap page page--narrow">
      <PageSeo title="Find your order" description="Ask us to email your order link again." indexed={false} />
      <PageHead
        title="Find your order"
        lead="Lost the email? We'll send the link again to the address you ordered with."
      />
      <FindOrderForm />
    </div>
  )
}
