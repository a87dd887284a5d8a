import { shippingOptionsQuery } from "../api/shipping"
import { AllQuestions } from "../features/faq/faq-accordion"
import { PageSeo } from "../features/page-seo/page-seo"
import { ButtonLink } from "../ui/button"
import { PageHead } from "../ui/page-head"
import type { PageLoad } from "./page-load"

export const load: PageLoad = async ({ prefetch }) => {
  await prefetch(shippingOptionsQuery())
  return null
}

export function Component() {
  return (
    <div className="wrap page page--narrow">
      <PageSeo
        title="Questions and answers"
        description="Paying with Bitcoin or by card, delivery in the UK, ingredients, keeping and returns."
      />
      <PageHead
        title="Questions and answers"
        lead="Paying, delivery, what is in the jar, and what to do if something is wrong."
      />
      <nav aria-label="On this page" className="jump-links">
        <a href="#payment">Payment</a>
        <a href="#delivery">Delivery</a>
        <a href="#products">Products and returns</a>
      </nav>
      <AllQuestions />
      <aside className="faq-more">
        <h2>Is yours not here?</h2>
        <ButtonLink to="/contact">Ask us</ButtonLink>
      </aside>
    </div>
  )
}
